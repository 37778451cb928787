import { buffer } from 'node:stream/consumers'
import { EXECUTABLE_WORDS } from '#contract/uploads'
import { isExecutableName } from '#domain/file-name'
import type { PackState } from '#domain/pack'
import type { FileRow } from '#platform/files'
import { type Problem, problem } from '../edge/problem.ts'
import type { Services } from '../services.ts'
import type { PackAccess } from './packs.ts'

/** The announced type of an upload that may be of any kind: it is never given another. */
export const ANY_KIND = 'application/octet-stream'

/** How programs begin: of Windows, Linux, macOS, Java and Android, WebAssembly, scripts that name what runs them, shortcuts, help files. */
const PROGRAMS = [
  '4d5a',
  '7f454c46',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '6465780a',
  '0061736d',
  '2321',
  '4c00000001140200',
  '49545346',
]
/** How text files begin that lead elsewhere: shortcuts, settings of folders, changes to the registry. */
const LEADS_ELSEWHERE =
  /^\s*(\[(internetshortcut|shell|\.shellclassinfo|desktop entry|autorun)\]|windows registry editor version|regedit4|x-office-query|web\r?\n1\r?\n)/i
/** A picture of a disk says what it is here; what is on it runs as if it had not come from elsewhere. */
const DISK = { at: 0x8001, says: 'CD001' }
const LOOKED_AT = DISK.at + DISK.says.length

export function isExecutable(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (PROGRAMS.some((start) => bytes.toString('hex', 0, 8).startsWith(start))) return true
  if (bytes.toString('latin1', DISK.at, LOOKED_AT) === DISK.says) return true
  return LEADS_ELSEWHERE.test(textOf(bytes.subarray(0, 256)))
}

/** As editors of Windows write it, or as everybody does. */
function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
}

/** Also for a client that asks again because it never got the answer. */
export const refusedUpload = (why: string) => problem('invalid-request', { message: why })

export const executableProblem = () => refusedUpload(EXECUTABLE_WORDS)

/** A file that is part of the pack must not go the way of one that was only brought to be looked at. */
export function isInUse({ documents, fields, appendices }: PackState, file: string): boolean {
  return JSON.stringify([documents, fields, appendices]).includes(file)
}

export type Attachable = FileRow & { readonly digest: string; readonly size: number }

/** An upload to this pack that nothing there uses yet, of any kind but programs, which are not kept. */
export async function attachable(
  { files }: Pick<Services, 'files'>,
  place: PackAccess,
  key: string,
  name: string,
): Promise<Attachable | Problem> {
  const uploaded = await files.find(key)
  if (uploaded?.pack !== place.pack || uploaded.mediaType !== ANY_KIND || isInUse(place.state, key)) return problem('not-found')
  const { digest, size, refused } = uploaded
  if (refused !== null) return refusedUpload(refused)
  if (digest === null || size === null) return problem('not-uploaded')
  if (!isExecutableName(name) && !isExecutable(await startOf(key))) return { ...uploaded, digest, size }
  await files.refuse(key, EXECUTABLE_WORDS)
  return executableProblem()

  async function startOf(key: string): Promise<Uint8Array> {
    const content = size ? await files.open(key, { start: 0, end: LOOKED_AT - 1 }) : null
    return content ? buffer(content.stream) : new Uint8Array()
  }
}
