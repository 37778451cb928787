import { readFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { pagesForAnother, writtenByAnother } from '../../shared/pdf/intake/another-reader.ts'
import { plainBytes } from './support/files.ts'

test('the other reader is the one whose inside is known: pinned, installed as pinned, and writing what it reads', async () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const installed = JSON.parse(readFileSync('node_modules/@hyzyla/pdfium/package.json', 'utf8')) as { version: string }
  // Another version may keep its table, its memory or its calls elsewhere: look at another-reader.ts before changing this.
  expect(dependencies['@hyzyla/pdfium']).toBe('2.1.13')
  expect(installed.version).toBe('2.1.13')

  const plain = await plainBytes(3)
  expect(await pagesForAnother(plain)).toBe(3)
  const written = await writtenByAnother(plain, undefined)
  expect(written?.password).toBeUndefined()
  expect((await PDFDocument.load(written!.bytes)).getPageCount()).toBe(3)
  expect(await writtenByAnother(Buffer.from('%PDF-1.7 and nothing'), undefined)).toBeNull()
  expect(await pagesForAnother(Buffer.from('%PDF-1.7 and nothing'))).toBeNull()
})

test('it takes a file again and again, and a larger one, through the one place in its table', async () => {
  const many = await plainBytes(300)
  for (let round = 0; round < 3; round++) {
    const written = await writtenByAnother(many, undefined)
    expect(await pagesForAnother(written!.bytes)).toBe(300)
  }
})
