import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealAnchor } from '#command-api'
import { type Credential, chainIn } from '#pdf/signature'
import { certificatesOf } from '#pdf/verification'
import type { Configuration } from '#platform/configuration'
import { type Secrets, writeAtomically } from '#platform/secrets'
import type { SealStandard } from '#processes/sealing'

/** What an installation seals with, and by what its seals are known. */
export interface InstallationSeal {
  readonly credential: Credential
  readonly standard: SealStandard
  /** Every certificate that it ever sealed with, and the authorities whose timestamps it takes. */
  readonly anchors: readonly SealAnchor[]
}

/** Opens what seals. Whatever is wrong with it is known at the start, and not at the first last signature. */
export async function openSeal(
  { seal }: Pick<Configuration, 'seal'>,
  secrets: Pick<Secrets, 'sealing'>,
  dataDir: string,
): Promise<InstallationSeal> {
  const credential: Credential = seal.pkcs12
    ? { kind: 'pkcs12', bytes: await fileOrThrow(seal.pkcs12.path), password: seal.pkcs12.password }
    : { kind: 'pem', certificate: secrets.sealing.certificate, privateKey: secrets.sealing.key }
  const timestamps = seal.timestamps && {
    url: seal.timestamps.url,
    certificates: Buffer.from(await fileOrThrow(seal.timestamps.certificate)).toString('utf8'),
  }
  const [own] = await chainIn(credential)
  if (!own) throw new Error('The sealing certificate cannot be read.')
  const known = await remembered(join(dataDir, 'secrets', 'seals.pem'), own)
  const anchors = [...known, ...(timestamps ? certificatesOf(timestamps.certificates) : [])]
  return {
    credential,
    standard: { level: seal.level, timestamps },
    anchors: anchors.map(({ fingerprint, name }) => ({ fingerprint, name })),
  }
}

/** Seals of a certificate that was replaced stay this installation's own: it is remembered beside the secrets. */
async function remembered(path: string, own: string) {
  const kept = await readFile(path, 'utf8').catch(() => '')
  const before = certificatesOf(kept)
  const [current] = certificatesOf(own)
  if (!current || before.some(({ fingerprint }) => fingerprint === current.fingerprint)) return before
  await writeAtomically(path, `${kept}${own.trim()}\n`, 0o600)
  return [...before, current]
}

async function fileOrThrow(path: string): Promise<Uint8Array> {
  return new Uint8Array(
    await readFile(path).catch(() => {
      throw new Error(`The sealing file ${path} cannot be found.`)
    }),
  )
}
