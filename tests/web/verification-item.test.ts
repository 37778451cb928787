import { expect, test } from 'vitest'
import { type VerificationCalls, type VerificationItem, verify } from '../../web/features/evidence/verification-item.ts'

const DOCUMENT = '019355aa-0000-7000-8000-000000000001'
const report = (intact: boolean) => ({
  intact,
  verdict: intact ? 'Whole and as it was sealed.' : 'Changed after it was sealed.',
  problems: [],
})
const calls: VerificationCalls = {
  place: async () => ({ url: '/app/uploads/f', file_key: 'f' }),
  async send(_, onProgress) {
    onProgress(1, 4)
    onProgress(4, 4)
  },
  check: async () => ({ verification_key: 'v', is_final_file: true, report: report(true) }),
  reasonOf: (thrown) => (thrown instanceof Error ? thrown.message : null),
}
async function itemsOf(change: Partial<VerificationCalls> = {}, left = new AbortController().signal): Promise<readonly VerificationItem[]> {
  const items: VerificationItem[] = []
  await verify(DOCUMENT, 'lease.pdf', { ...calls, ...change }, (item) => items.push(item), left)
  return items
}

test('[S-127] a file held against a document is on its way, then checked, then judged, under the document and the name of the check', async () => {
  const items = await itemsOf()
  expect(items.map(({ verification_status, upload_progress }) => [verification_status, upload_progress])).toEqual([
    ['uploading', 0],
    ['uploading', 0.25],
    ['uploading', 1],
    ['checking', 1],
    ['checked', 1],
  ])
  expect(items.slice(0, -1).map(({ temp_document_verification_key }) => temp_document_verification_key)).toEqual([null, null, null, null])
  expect(items.at(-1)).toMatchObject({
    document_key: DOCUMENT,
    message: 'Whole and as it was sealed.',
    temp_document_verification_key: 'v',
    verdict: 'final',
  })
})

test('a file that is whole but another one is distinguished from a changed one, and neither by its name', async () => {
  const judged = async (is_final_file: boolean, intact: boolean) =>
    (await itemsOf({ check: async () => ({ verification_key: 'v', is_final_file, report: report(intact) }) })).at(-1)!.verdict
  expect([await judged(true, true), await judged(false, true), await judged(false, false)]).toEqual(['final', 'other', 'changed'])
})

test('a file that a newer version sealed is neither right nor changed: that it cannot be checked is said', async () => {
  const newer = { intact: false, verdict: 'A newer version sealed it.', problems: [{ code: 'newer-version' }] }
  const item = (await itemsOf({ check: async () => ({ verification_key: 'v', is_final_file: true, report: newer }) })).at(-1)!
  expect(item).toMatchObject({ verification_status: 'error', message: 'A newer version sealed it.', verdict: null })
})

test('an upload that fails at either step says so in the specification’s words; a check that fails says the server’s', async () => {
  const refused = () => Promise.reject(new Error('Other files are being checked. Please wait a moment.'))
  for (const failing of [{ place: refused }, { send: refused }]) {
    expect((await itemsOf(failing)).at(-1)).toMatchObject({ verification_status: 'error', message: 'Failed to upload document.' })
  }
  expect((await itemsOf({ check: refused })).at(-1)).toMatchObject({
    verification_status: 'error',
    message: 'Other files are being checked. Please wait a moment.',
    verdict: null,
  })
})

test('a user who leaves while a file is sent or checked gets nothing more of it, however it ends', async () => {
  for (const end of [calls.check, () => Promise.reject(new Error('called off'))]) {
    const leaving = new AbortController()
    const check: VerificationCalls['check'] = (file) => {
      leaving.abort()
      return end(file)
    }
    expect((await itemsOf({ check }, leaving.signal)).at(-1)).toMatchObject({ verification_status: 'checking', message: '' })
  }
})
