import type { PackState } from '#domain/pack'
import type { Client } from '../client.ts'

/** An abandoned step is shown with a button, and somebody presses it. */
export function tryAgain(sender: Client, pack: string, { documents, signatories }: PackState, newId: () => string): void {
  for (const { uuid, request } of signatories)
    if (request?.state === 'failed') void sender.ask(pack, [{ do: 'ResendRequest', signatory: uuid, request: newId() }])
  for (const { key, sealing, conversion } of documents) {
    if (conversion.state === 'failed') void sender.ask(pack, [{ do: 'RetryConversion', document: key }])
    const seal = sealing.state === 'sealed' ? sealing.renewal : sealing
    if (seal?.state === 'failed' && seal.final) void sender.ask(pack, [{ do: 'RetrySealing', document: key }])
  }
}
