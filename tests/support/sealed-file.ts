import type { Client } from '../../cli/demo/client.ts'
import { eventually, linkOf, sent, signAs, viewOf } from './prepared.ts'

export interface SealedPackFile {
  readonly pack: string
  readonly document: string
  readonly file: string
  readonly bytes: Uint8Array
  readonly signers: readonly { readonly uuid: string; readonly client: Client }[]
}

/** Sends a document to two people, signs as both and answers the sealed file, all over HTTP. */
export async function sealedPackOf(url: string, account: Client, name: string, settings: object = {}): Promise<SealedPackFile> {
  const { made, signers } = await signedPackOf(url, account, name, settings)
  const { view } = await eventually(
    () => viewOf(account, made.pack),
    ({ view: { documents } }) => documents[0]?.sealing.state === 'sealed',
  )
  const { sealing } = view.documents[0]!
  if (sealing.state !== 'sealed') throw new Error('not sealed')
  const bytes = await account.bytes(`/app/serve/${sealing.file}`)
  return { pack: made.pack, document: made.document, file: sealing.file, bytes, signers }
}

/** The same, whatever becomes of its file. */
export async function signedPackOf(url: string, account: Client, name: string, settings: object = {}) {
  const field = (signer: number, y: number) => ({ type: 'signature', x: 60, y, width: 200, height: 48, signer })
  const fields = [field(0, 300), field(1, 400)]
  const made = await sent(account, name, ['Nadia Brandt', 'Tomas Rivera'], fields, false, settings)
  const signers: { uuid: string; client: Client }[] = []
  for (const [at, signatory] of made.signers.entries()) {
    const link = await linkOf(account, made.pack, signatory)
    signers.push({ uuid: signatory, client: await signAs(url, link, made.pack, signatory, made.fields[at]!) })
  }
  return { made, signers }
}

export const sealedFile = async (url: string, account: Client, name: string) => (await sealedPackOf(url, account, name)).bytes
