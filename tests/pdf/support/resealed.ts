import { type Attachment, type Credential, signFile } from '#pdf/signature'

/** The end of the signed revision: the seal is the part after it. */
function stampedEnd(file: Buffer): number {
  const end = file.indexOf('%%EOF') + '%%EOF'.length
  return file[end] === 0x0a ? end + 1 : end
}

/**
 * The file under somebody else's seal, made by an attacker with this program: the stamped pages stay, the history
 * takes the place of the one that was attached, and the new seal claims of it what a seal claims.
 */
export async function resealed(
  file: Buffer,
  { credential, at }: { credential: Credential; at: number },
  history: string,
  others: readonly Attachment[],
): Promise<Buffer> {
  const lines = history.trim().split('\n')
  const { hash } = JSON.parse(lines.at(-1)!) as { hash: string }
  const attached: Attachment = {
    name: 'paraph-history.jsonl',
    bytes: Buffer.from(history),
    mimeType: 'application/jsonl',
    description: 'The history of this document',
    relationship: 'Data',
  }
  const bytes = await signFile(new Uint8Array(file.subarray(0, stampedEnd(file))), {
    credential,
    at,
    reason: `Sealed by Paraph at level B-B with ${lines.length} events, the last ${hash}`,
    attachments: [attached, ...others],
  })
  return Buffer.from(bytes)
}
