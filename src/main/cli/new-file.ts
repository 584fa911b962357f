// What a command writes for a person: never over a file that is there, unless it was said.
import { Refusal } from '#shared/base/refusal.ts'
import { exists, placeToWrite } from '#main/sys/files.ts'

export async function refuseOverwriting(file: string, isForced: boolean): Promise<void> {
  // What no file can be is refused before the device is asked, and without the advice to force it.
  await placeToWrite(file)
  if (isForced || !(await exists(file))) return
  throw new Refusal('bad-value', 'There is a file of this name already.', {
    where: file,
    hint: 'Choose another name, or add --force to write over it.',
  })
}
