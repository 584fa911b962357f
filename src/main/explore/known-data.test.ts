// That a long night of ever new rows holds no more words than a short one.
import { expect, it } from 'vitest'
import { dataWordsMost, KnownData } from '#main/explore/known-data.ts'

it('holds the newest words only, and those noted again are new', () => {
  const data = new KnownData()
  data.note('Milk')
  data.note('Bread')
  for (let row = 0; row < 3 * dataWordsMost; row++) {
    data.note('Milk')
    data.note(`Row ${row}`)
  }
  expect(data.words.size).toBe(dataWordsMost)
  expect(data.words.has('Milk')).toBe(true)
  expect(data.words.has('Bread')).toBe(false)
  expect(data.words.has(`Row ${3 * dataWordsMost - 1}`)).toBe(true)
})
