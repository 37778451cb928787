/** Takes the value of a seal apart and puts it together otherwise. Reads DER by itself, since it must not share the verifier's mistakes. */

export interface Node {
  readonly tag: number
  readonly body: Buffer
}

const CERTIFICATES = 0xa0
const UNSIGNED = 0xa1

export function nodesIn(der: Buffer): Node[] {
  const found: Node[] = []
  // No part has the tag 0: there the padding begins.
  for (let at = 0; at < der.length && der[at] !== 0; ) {
    const [tag, first] = [der[at]!, der[at + 1]!]
    const more = first < 0x80 ? 0 : first - 0x80
    const length = more === 0 ? first : der.readUIntBE(at + 2, more)
    const from = at + 2 + more
    found.push({ tag, body: der.subarray(from, from + length) })
    at = from + length
  }
  return found
}

export function der(nodes: readonly Node[]): Buffer {
  return Buffer.concat(
    nodes.flatMap(({ tag, body }) => {
      const hex = body.length.toString(16)
      const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
      return [Buffer.from(body.length < 0x80 ? [tag, body.length] : [tag, 0x80 + length.length, ...length]), body]
    }),
  )
}

/** Where the digits of the first seal's value stand. */
export function valueAt(file: Buffer): { from: number; to: number } {
  const [, before, after] = /\/ByteRange \[0 (\d+) +(\d+) /.exec(file.toString('latin1'))!
  return { from: Number(before) + 1, to: Number(after) - 1 }
}

/** The signed data's parts, and what makes a file of them again; that is null where they have no room. */
function opened(file: Buffer) {
  const { from, to } = valueAt(file)
  const digits = file.toString('latin1', from, to)
  const content = nodesIn(Buffer.from(digits, 'hex'))[0]!
  const [type, explicit] = nodesIn(content.body) as [Node, Node]
  const parts = nodesIn(nodesIn(explicit.body)[0]!.body)
  const signer = nodesIn(nodesIn(parts.at(-1)!.body)[0]!.body)
  const closed = (others: readonly Node[], attributes: readonly Node[]): Buffer | null => {
    const signers = { tag: 0x31, body: der([{ tag: 0x30, body: der(attributes) }]) }
    const data = { tag: 0x30, body: der([...others, signers]) }
    const value = der([{ tag: 0x30, body: der([type, { tag: 0xa0, body: der([data]) }]) }]).toString('hex')
    if (value.length > digits.length) return null
    const written = /[a-f]/.test(digits) ? value : value.toUpperCase()
    return Buffer.concat([file.subarray(0, from), Buffer.from(written.padEnd(digits.length, '0'), 'latin1'), file.subarray(to)])
  }
  return { others: parts.slice(0, -1), signer, closed }
}

/** The same seal with the timestamp of another file in the place of its own, or with none; null where it has none. */
export function withTimestampOf(file: Buffer, other: Buffer | null): Buffer | null {
  const { others, signer, closed } = opened(file)
  const theirs = other === null ? [] : opened(other).signer.filter(({ tag }) => tag === UNSIGNED)
  if (!signer.some(({ tag }) => tag === UNSIGNED)) return null
  return closed(others, [...signer.filter(({ tag }) => tag !== UNSIGNED), ...theirs])
}

/** The same seal, said to be by somebody else. */
export function withCertificate(file: Buffer, pem: string): Buffer | null {
  const { others, signer, closed } = opened(file)
  const body = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  return closed(
    others.map((part) => (part.tag === CERTIFICATES ? { tag: part.tag, body } : part)),
    signer,
  )
}

/** The same seal with other parts around what it signs: the signed data's own, or those of its one signer. */
export function reshaped(
  file: Buffer,
  edit: (parts: readonly Node[], signer: readonly Node[]) => readonly [readonly Node[], readonly Node[]],
): Buffer | null {
  const { others, signer, closed } = opened(file)
  return closed(...edit(others, signer))
}

/** The certificates that a seal carries, others in their place. */
export function withCertificates(file: Buffer, edit: (certificates: readonly Node[]) => readonly Node[]): Buffer | null {
  return reshaped(file, (parts, signer) => [
    parts.map((part) => (part.tag === CERTIFICATES ? { tag: part.tag, body: der(edit(nodesIn(part.body))) } : part)),
    signer,
  ])
}
