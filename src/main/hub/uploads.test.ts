// Files a browser's window sends, kept until their drop is done with.
import { expect, it } from 'vitest'
import { Refusal } from '#shared/base/refusal.ts'
import { namesIn, temporaryFolder } from '#main/sys/files.ts'
import { Uploads, fileName } from '#main/hub/uploads.ts'

const never = new AbortController().signal

async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Uint8Array.of(1, 2, 3))
}

it('keeps 200 at most, however many come in the same moment', async () => {
  await using folder = await temporaryFolder()
  const uploads = new Uploads(folder.path)
  const all = await Promise.allSettled(
    Array.from({ length: 250 }, (_, at) => uploads.take(`${at}.png`, bytes(), never)),
  )
  expect(all.filter(one => one.status === 'fulfilled')).toHaveLength(200)
  const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(50)
  expect(refused.every(why => why instanceof Refusal && why.code === 'busy')).toBe(true)
  expect(await namesIn(`${folder.path}/dropped`)).toHaveLength(200)
})

it('counts one that broke off no longer, and one that is forgotten', async () => {
  await using folder = await temporaryFolder()
  const uploads = new Uploads(folder.path)
  const broken = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    yield await Promise.resolve(Uint8Array.of(1))
    throw new Refusal('failed', 'It broke off.')
  }
  for (let at = 0; at < 210; at += 1)
    await expect(uploads.take('a.png', broken(), never)).rejects.toThrow('It broke off.')
  const kept = await Promise.all(Array.from({ length: 200 }, (_, at) => uploads.take(`${at}.png`, bytes(), never)))
  await expect(uploads.take('b.png', bytes(), never)).rejects.toThrow('Too many dropped files')
  await uploads.forget(kept.slice(0, 1))
  expect(await uploads.take('b.png', bytes(), never)).toMatch(/b\.png$/u)
})

it('gives each file a name that every file system takes', () => {
  expect(fileName(`${'😀'.repeat(90)}.apk`)).toMatch(/^(😀)+\.apk$/u)
  expect(Buffer.byteLength(fileName('ü'.repeat(500)))).toBeLessThanOrEqual(200)
  expect(fileName('../../etc/a\0b?.apk')).toBe('a_b_.apk')
  expect(fileName('..')).toBe('dropped')
})
