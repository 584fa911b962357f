// What `nocturne install` says of a choice: by the option that makes it.
import { expect, it } from 'vitest'
import { choiceHints, dropChoices } from '#shared/domain/drop.ts'
import { hintWords } from '#main/cli/install.ts'

it('a choice is named by its option, and what else could be done stays', () => {
  for (const choice of dropChoices) expect(hintWords(choiceHints[choice], null)).toContain(`--${choice}`)
  expect(hintWords(choiceHints['test-only'], 'test-only')).toBe('Add --test-only to install it as a test build.')
  expect(hintWords('Remove the installed app first, or raise the version code.', 'remove-first')).toBe(
    'Remove the installed app first, or raise the version code. Add --remove-first to have it removed, with its data.',
  )
  expect(hintWords('Free some space on the device.', null)).toBe('Free some space on the device.')
  expect(hintWords(null, null)).toBe(null)
})
