import { createCipheriv, createHash } from 'node:crypto'
import { type EncryptionAlgorithm, PDFDocument, StandardFonts } from 'pdf-lib'
import { CATALOG, HELVETICA, INK, ONE_PAGE, rawFile, streamOf } from '../raw.ts'
import { type Entry, PAGE } from './entry.ts'

async function locked(algorithm: EncryptionAlgorithm, passwords: { userPassword?: string; ownerPassword?: string }): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([400, 500]).drawText('Locked', { x: 30, y: 400, font })
  document.encrypt({ algorithm, allowWeakCryptography: true, permissions: { modifying: false }, ...passwords })
  return document.save()
}

const opened = (name: string, bytes: Entry['bytes'], password?: string): Entry => ({
  name,
  bytes,
  outcome: 'converted',
  pages: PAGE,
  ...(password === undefined ? {} : { password }),
})
const BOTH = { userPassword: 'user', ownerPassword: 'owner' }
const ALGORITHMS: readonly EncryptionAlgorithm[] = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256']

/** Protected files, by what protects them and what opens them. */
export const ENCRYPTED: readonly Entry[] = [
  ...ALGORITHMS.flatMap((algorithm): Entry[] => [
    opened(`${algorithm} and the password`, () => locked(algorithm, BOTH), 'user'),
    opened(`${algorithm} and the owner’s password`, () => locked(algorithm, BOTH), 'owner'),
    opened(`${algorithm} for the owner alone`, () => locked(algorithm, { ownerPassword: 'owner' })),
    { name: `${algorithm} and no password`, bytes: () => locked(algorithm, BOTH), outcome: 'password-required' },
    { name: `${algorithm} and another password`, bytes: () => locked(algorithm, BOTH), password: 'User', outcome: 'password-wrong' },
  ]),
  opened('a password of a single space', () => locked('AES-256', { userPassword: ' ' }), ' '),
  {
    name: 'a password of a space, typed without',
    bytes: () => locked('AES-256', { userPassword: ' ' }),
    password: '',
    outcome: 'password-required',
  },
  opened('a password with spaces round it', () => locked('AES-256', { userPassword: ' a b ' }), ' a b '),
  {
    name: 'a password whose spaces are left out',
    bytes: () => locked('AES-256', { userPassword: ' a b ' }),
    password: 'a b',
    outcome: 'password-wrong',
  },
  opened('a password in letters of many scripts', () => locked('AES-256', { userPassword: 'Größe 密码 שלום' }), 'Größe 密码 שלום'),
  opened('a password of accents in an old file', () => locked('RC4-128', { userPassword: 'Größe' }), 'Größe'),
  opened('a password typed with accents apart', () => locked('AES-256', { userPassword: 'Größe' }), 'Gro\u0308ße'),
  opened('the handler of 2008 that nobody writes any more (revision 5)', () => revision5('user'), 'user'),
  opened('a password beyond ASCII in revision 5', () => revision5('Größe 密码'), 'Größe 密码'),
  opened('a password beyond ASCII in revision 5, typed with accents apart', () => revision5('Größe'), 'Gro\u0308ße'),
  {
    name: 'another password beyond ASCII in revision 5',
    bytes: () => revision5('Größe'),
    password: 'Grösse',
    outcome: 'password-wrong',
  },
  {
    name: 'a file for holders of certificates',
    bytes: () => handled('/Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Recipients [<30>]'),
    password: 'any',
    outcome: 'certificate-encrypted',
  },
  { name: 'a handler that nobody knows', bytes: () => handled('/Filter /Acme.Vault /V 1'), outcome: 'certificate-encrypted' },
  { name: 'a handler without what it needs', bytes: () => handled('/Filter /Standard /V 2 /R 3'), outcome: 'damaged' },
  {
    name: 'a handler of a version to come',
    bytes: () => handled(`/Filter /Standard /V 9 /R 9 /P -4 /O <${'00'.repeat(32)}> /U <${'00'.repeat(32)}>`),
    outcome: 'damaged',
  },
]

const OBJECTS = [CATALOG, ONE_PAGE, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 500] /Contents 4 0 R /Resources ${HELVETICA} >>`]
const ID = '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]'

function handled(entries: string): Buffer {
  return rawFile([...OBJECTS, streamOf(INK), `<< ${entries} >>`], { trailer: `/Encrypt 5 0 R ${ID}` })
}

/** A file that opens unasked, with a text in an object of the catalog, and the number 7 after it. */
export const withText = (text: string) => revision5('', text)

/** Adobe's extension level 3: plain SHA-256 where revision 6 has its own hash. */
function revision5(password: string, text = ''): Buffer {
  const key = createHash('sha256').update('a file key').digest()
  const sha = (...parts: (string | Buffer)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest()
  const aes = (secret: Buffer, iv: Buffer, data: Buffer, padded: boolean) => {
    const cipher = createCipheriv('aes-256-cbc', secret, iv).setAutoPadding(padded)
    return Buffer.concat([cipher.update(data), cipher.final()])
  }
  const none = Buffer.alloc(16)
  const [check, wrap] = [Buffer.from('userchck'), Buffer.from('userwrap')]
  const user = Buffer.concat([sha(password, check), check, wrap])
  const owner = Buffer.concat([sha('owner', check, user), check, wrap])
  const entries = {
    U: user,
    UE: aes(sha(password, wrap), none, key, false),
    O: owner,
    OE: aes(sha('owner', wrap, user), none, key, false),
    Perms: aes(key, none, Buffer.from('fcffffffffffffff5461646272616e64', 'hex'), false),
  }
  const hex = Object.entries(entries).map(([name, value]) => `/${name} <${value.toString('hex')}>`)
  const content = Buffer.concat([none, aes(key, none, Buffer.from(INK), true)])
  const filters = '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF'
  const handler = `<< /Filter /Standard /V 5 /R 5 /Length 256 /P -4 ${filters} ${hex.join(' ')} >>`
  const said = Buffer.concat([none, aes(key, none, Buffer.from(text), true)])
    .toString('latin1')
    .replaceAll(/[\\()\r\n]/g, octal)
  const [, ...others] = OBJECTS
  const catalog = CATALOG.replace('>>', '/PieceInfo 6 0 R >>')
  return rawFile([catalog, ...others, streamOf(content), handler, Buffer.from(`<< /Said (${said}) /After 7 >>`, 'latin1')], {
    trailer: `/Encrypt 5 0 R ${ID}`,
  })
}

const octal = (character: string) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
