import { PDFDocument } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#tests/server'
import { eventually, prepared, replaced, viewOf } from '../support/prepared.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function pdf(width: number, height: number, words: string): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  made.addPage([width, height]).drawText(words, { x: 20, y: height - 260, size: 10 })
  return made.save()
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { items } = await (await (await getDocument({ data: bytes, verbosity: 0 }).promise).getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

test('[S-185] a document’s PDF is replaced in setup: fields stay, those without room come onto the page, and the new one is sealed', async () => {
  const field = { type: 'text', width: 120, height: 20, signer: 'self' } as const
  const { pack, document, fields } = await prepared(
    server.owner,
    'Draft',
    ['Ada Lovelace'],
    [
      { ...field, x: 40, y: 40, data: 'stays there' },
      { ...field, x: 400, y: 700, data: 'comes along' },
      { type: 'text', x: 40, y: 100, width: 120, height: 20, signer: 0 },
    ],
  )
  const { view, redirected } = await replaced(server.owner, { pack, document }, await pdf(300, 400, 'the second draft'))
  expect(redirected).toBe(document)
  expect(view.documents).toHaveLength(1)
  expect(view.documents[0]!.pages).toEqual([{ width: 300_000, height: 400_000 }])
  expect(view.fields[fields[0]!]).toMatchObject({ page: 0, x: 40_000, y: 40_000, value: 'stays there' })
  expect(view.fields[fields[1]!]).toMatchObject({ page: 0, x: 178_000, y: 378_000, width: 120_000, value: 'comes along' })

  const { revision } = await viewOf(server.owner, pack)
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'awaiting_signatures', revision } })
  const asked = await eventually(
    () => viewOf(server.owner, pack),
    (answer) => answer.view.signatories[0]?.request?.state === 'sent',
  )
  await server.owner.post(`/app/documents/${pack}/update_document`, { data: { status: 'complete', revision: asked.revision } })
  const sealed = await eventually(
    () => viewOf(server.owner, pack),
    ({ view: { documents } }) => documents[0]?.sealing.state === 'sealed',
  )
  const { sealing } = sealed.view.documents[0]!
  const text = await textOf(await server.owner.bytes(`/app/serve/${sealing.state === 'sealed' ? sealing.file : ''}`))
  for (const words of ['the second draft', 'stays there', 'comes along']) expect(text).toContain(words)
})
