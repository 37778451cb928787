import { PDFDocument, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { open, same, save } from '#pdf/document'
import { proveTheEnd } from '../../shared/pdf/intake/prove.ts'
import { plainFile } from './support/files.ts'
import { simple } from './support/raw.ts'

const SIZES = [{ width: 300_000, height: 400_000 }]
const NOTHING = Buffer.from('%PDF-1.7 and nothing')

async function onePage(text: string): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.addPage([300, 400])
  document.catalog.set(PDFName.of('Odd'), document.context.register(document.context.obj({ Text: PDFString.of(text) })))
  return document
}

test('what is read back as it was written is proven at once; what is read otherwise, from the bytes themselves', async () => {
  const plain = await onePage('a \\( b')
  await expect(proveTheEnd(plain, NOTHING, SIZES)).resolves.toBeUndefined()
  // One text becomes two entries.
  const split = 'a) /More (b'
  const odd = await onePage(split)
  await expect(proveTheEnd(odd, await save(odd), SIZES)).resolves.toBeUndefined()
  await expect(proveTheEnd(await onePage(split), NOTHING, SIZES)).rejects.toThrow()
  // A text without end takes its object with it.
  const lost = await onePage('a ( b')
  await expect(proveTheEnd(lost, await save(lost), SIZES)).rejects.toThrow('objects were lost on the way')
})

test('two files are the same object by object where their objects say the same, whatever stands in the way of a stream’s length', async () => {
  const [one, other] = [await open(simple()), await open(await save(await open(simple())))]
  for (const [ref, object] of one.context.enumerateIndirectObjects()) expect(same(object, other.context.lookup(ref))).toBe(true)
  const { context } = await plainFile(1)
  const obj = (literal: object) => context.obj(literal as never) as PDFObject
  const different = [
    [obj({ A: 1 }), obj({ A: 2 })],
    [obj({ A: 1 }), obj({ B: 1 })],
    [obj({ A: 1 }), obj({ A: 1, B: 1 })],
    [obj([1, [2]]), obj([1, [3]])],
    [obj([1]), obj([1, 1])],
    [PDFName.of('A'), PDFString.of('A')],
    [context.stream('a'), context.stream('b')],
    [context.stream('a', { A: 1 }), context.stream('a', { A: 2 })],
  ] as const
  for (const [a, b] of different) {
    expect(same(a, b)).toBe(false)
    expect(same(a, a)).toBe(true)
  }
})
