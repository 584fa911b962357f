// What the exporter writes as a scalar of YAML reads back as the same text.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scalar } from '#main/explore/flows/flow-yaml.ts'
import { parseFlow } from '#main/explore/flows/parse.ts'
import { readYaml } from '#main/explore/flows/yaml-nodes.ts'
import { fail, flowOf } from '../../../../test/doubles/tiny-phone.ts'

it('writes any text as a scalar that reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const root = readYaml(`a: ${scalar(text)}\n`, 'x')[0]?.root
      expect(root?.is === 'map' && root.entries[0]?.value).toMatchObject({ text })
    }),
  )
  expect(parseFlow(flowOf(`- inputText: ${scalar('# a: "b"')}\n`), 'x', fail).flow?.commands[0]).toMatchObject({
    text: '# a: "b"',
  })
})
