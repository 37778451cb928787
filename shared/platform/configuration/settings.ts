import { isIP } from 'node:net'
import { getCountries, isSupportedCountry } from 'libphonenumber-js/min'
import { z } from 'zod'
import { LOG_LEVELS } from '#platform/logging'

export const ROLES = ['api', 'projections', 'processes'] as const
export type Role = (typeof ROLES)[number]

const MEGABYTE = 1024 * 1024

function whole(min: number, max: number) {
  const words = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,12}$/, words)
    .transform(Number)
    .refine((value) => value >= min && value <= max, words)
}

function address(protocols: readonly string[], example: string) {
  const words = `must be an address like ${example}`
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), words)
}

/** Addresses that may name several machines, which the address parser of the web does not know. */
function addresses(scheme: RegExp, example: string) {
  const words = `must be an address like ${example}`
  return z.string().refine((text) => scheme.test(text), words)
}

/** Whose word about a request's origin counts: nobody's, the connected peer's, or that of these addresses and networks. */
export type TrustedProxies = 'nobody' | 'nearest' | readonly string[]

const NOBODY_OR_NEAREST: Readonly<Record<string, TrustedProxies>> = { false: 'nobody', 0: 'nobody', true: 'nearest', 1: 'nearest' }

const proxies = z
  .string()
  .transform((text): TrustedProxies => NOBODY_OR_NEAREST[text] ?? text.split(',').map((part) => part.trim()))
  .refine(
    (trusted) => typeof trusted === 'string' || trusted.every(isNetwork),
    'must be true, false, or addresses and networks like 10.0.0.0/8, separated by commas',
  )

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** What follows the # of an address, and where it leads instead. */
const hashRedirects = z
  .string()
  .transform((text) => text.split(',').map((part) => /^\s*([^=]+)=(.+?)\s*$/.exec(part)?.slice(1) ?? []))
  .refine(
    (pairs) => pairs.every(([from, to]) => from && to && !to.includes(':')),
    'must be addresses like promotion=custom_info, separated by commas',
  )
  .transform((pairs) => Object.fromEntries(pairs) as Readonly<Record<string, string>>)
  .refine((led) => Object.values(led).every((to) => !(to in led)), 'must not lead to an address that leads on itself')

const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'must be addresses and networks like 10.0.0.0/8, separated by commas')

const yesNo = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((text) => text === 'true' || text === '1')

function listOf<T extends string>(known: readonly T[]) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.length > 0 && parts.every((part) => (known as readonly string[]).includes(part)), {
      error: `must be one or more of ${known.join(', ')}, separated by commas`,
    })
    .transform((parts) => [...new Set(parts)] as T[])
}

const key = z
  .string()
  .transform((text) => Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 random bytes in base64 (make one with: openssl rand -base64 32)')
  .transform((bytes) => new Uint8Array(bytes))

/** Every environment variable Paraph reads. The texts of `describe` are what the manual and `paraph doctor` show. */
export const settings = {
  PARAPH_HOST: z.string().default('127.0.0.1').describe('Network address to listen on; 0.0.0.0 for all'),
  PARAPH_PORT: whole(1, 65_535).default(4680).describe('Port to listen on'),
  PARAPH_DATA: z.string().default('./data').describe('Folder for the built-in database, files and keys'),
  PARAPH_PUBLIC_URL: address(['http:', 'https:'], 'https://sign.example.com')
    .refine((text) => !URL.canParse(text) || (new URL(text).search === '' && new URL(text).hash === ''), 'must have no ? or # part')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe('The address people reach this installation at; links in mails begin with it'),
  PARAPH_TRUST_PROXY: proxies
    .default('nobody')
    .describe('Whose X-Forwarded-For counts: true for the one proxy in front; for several in a row, their addresses or networks'),
  PARAPH_ROLES: listOf(ROLES)
    .default([...ROLES])
    .describe('Which parts this process runs'),
  PARAPH_STATUS_PORT: whole(1, 65_535)
    .optional()
    .describe('Port that answers /ready, /health and /metrics for machines, in every role; none where not given'),
  PARAPH_STATUS_HOST: z.string().default('127.0.0.1').describe('Network address of that port: never one that the world can reach'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:'], 'http://collector:4318')
    .optional()
    .describe('Collector of OpenTelemetry that takes traces by OTLP over HTTP; none are made where not given'),
  PARAPH_ERRORS_DSN: address(['http:', 'https:'], 'https://key@errors.example.com/1')
    .refine((text) => new URL(text).username !== '', 'must hold its public key before the @')
    .optional()
    .describe('Sentry-compatible service that takes errors, traces and masked sessions of the web pages; nobody where not given'),
  PARAPH_LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('How much is logged'),
  PARAPH_MASTER_KEY: key.optional().describe('Key that wraps all others; made and kept in the data folder where not given'),
  PARAPH_DEFAULT_COUNTRY: z
    .string()
    .transform((text) => text.toUpperCase())
    .refine(isSupportedCountry, `must be a country’s two letters, such as ${getCountries().slice(0, 3).join(', ')}`)
    .default('ZA')
    .describe('Country whose dialing code a mobile number without one gets'),
  PARAPH_MAX_UPLOAD_MB: whole(1, 2_000)
    .transform((value) => value * MEGABYTE)
    .default(100 * MEGABYTE)
    .describe('Largest file that may be uploaded'),
  PARAPH_LINK_QUOTA_MB: whole(1, 1_000_000)
    .transform((value) => value * MEGABYTE)
    .default(100 * MEGABYTE)
    .describe('Most that may be uploaded with one signing link, and that an account holder’s own pictures may take'),
  PARAPH_DOCUMENT_QUOTA_MB: whole(1, 1_000_000)
    .transform((value) => value * MEGABYTE)
    .default(1_024 * MEGABYTE)
    .describe('Most that the files of one document, or of one pack of documents, may take; beyond it uploads are refused'),
  PARAPH_WORKSPACE_QUOTA_GB: whole(1, 1_000_000)
    .transform((value) => value * 1_024 * MEGABYTE)
    .default(50 * 1_024 * MEGABYTE)
    .describe('Most that the files of one workspace may take; beyond it uploads are refused'),
  PARAPH_MAX_PAGES: whole(1, 10_000).default(2_000).describe('Most pages a document may have'),
  PARAPH_MAX_PAGE_SIDE: whole(1, 14_400).default(14_400).describe('Longest side a page may have, in points of 1/72 inch'),
  PARAPH_CONVERSION_SECONDS: whole(1, 600).default(60).describe('Longest time that converting one file may take'),
  PARAPH_CONVERSION_MEMORY_MB: whole(64, 8_192)
    .default(512)
    .describe('Most memory that converting one file may take, besides room for the file itself'),
  PARAPH_KEEP_DELETED: yesNo
    .default(true)
    .describe('Whether deleted documents stay in the trash; false lets their creators delete them from there for good'),
  PARAPH_EXAMPLE: yesNo.default(true).describe('Whether the first account finds an example template'),
  PARAPH_PASSWORD_MIN: whole(5, 64)
    .default(5)
    .describe(
      'Least characters of a password that is chosen; 8 or more are advised, and the 10,000 most common passwords are always refused',
    ),
  PARAPH_TERMS_URL: address(['http:', 'https:'], 'https://example.com/terms-2026.html')
    .refine((text) => text.length <= 2000, 'must have at most 2,000 characters')
    .optional()
    .describe('Terms that account holders must accept, again whenever this address changes; none where not given'),
  PARAPH_FORM_URL: address(['https:', 'http:'], 'https://example.com/form')
    .optional()
    .describe('Form of another service that #custom_form shows; none where not given'),
  PARAPH_PRICING_URL: address(['https:', 'http:'], 'https://example.com/pricing')
    .optional()
    .describe('Page with prices that #custom_info shows; none where not given'),
  PARAPH_HASH_REDIRECTS: hashRedirects
    .default({})
    .describe('Addresses within the page that lead to others, such as those of announcements: promotion=custom_info, separated by commas'),
  PARAPH_WORKSPACE_DESCRIPTOR: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(40, 'must have at most 40 characters')
    .default('team')
    .describe('What pages call a workspace that several people share: “Setup team”'),
  PARAPH_MAIL_ATTACHMENT_MB: whole(0, 100)
    .transform((value) => value * MEGABYTE)
    .default(10 * MEGABYTE)
    .describe('Largest sealed file that is attached to a mail; larger ones are linked'),
  PARAPH_SEALING_CERTIFICATE: z.string().optional().describe('PEM file with the sealing certificate and its chain'),
  PARAPH_SEALING_KEY: z.string().optional().describe('PEM file with the sealing certificate’s private key'),
  PARAPH_ANCHOR_MINUTES: whole(1, 1_440).default(10).describe('Minutes between two anchors of all histories'),
  PARAPH_ANCHOR_FILE: z
    .string()
    .optional()
    .describe('File the anchors are also written to, best on another disk; anchors.jsonl in the data folder where not given'),
  PARAPH_DELETIONS_FILE: z
    .string()
    .optional()
    .describe(
      'File that permanent deletions are also written to, best on another disk; deletions.jsonl in the data folder where not given',
    ),
  PARAPH_GUARD_HOURS: whole(1, 720).default(24).describe('Hours in which every history and every stored file is checked once'),
  PARAPH_SEALING_PKCS12: z
    .string()
    .optional()
    .describe('PKCS#12 file with the sealing certificate, its chain and its key, in place of the two PEM files'),
  PARAPH_SEALING_PASSWORD: z.string().default('').describe('Password of the PKCS#12 file'),
  PARAPH_SEALING_FOR: z
    .enum(['chosen', 'all'], 'must be chosen or all')
    .default('chosen')
    .describe(
      'Which files the configured certificate seals: those whose sender chose it for the document, or all; the installation’s own seals the others',
    ),
  PARAPH_SEALING_LEVEL: z
    .enum(['B-B', 'B-T', 'B-LT', 'B-LTA'], 'must be B-B, B-T, B-LT or B-LTA')
    .default('B-B')
    .describe('PAdES level of every seal; above B-B a time authority is needed, and while it is down sealing waits'),
  PARAPH_TIMESTAMP_URL: address(['http:', 'https:'], 'https://time.example.com/tsr').optional().describe('RFC 3161 time authority'),
  PARAPH_TIMESTAMP_CERTIFICATE: z
    .string()
    .optional()
    .describe('PEM file with the time authority’s certificate, or the one it is issued under'),
  PARAPH_WEBHOOK_NETWORKS: networks
    .default([])
    .describe('Private addresses and networks to which webhooks may be sent, also without https; public addresses alone where not given'),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/paraph')
    .refine((text) => !URL.canParse(text) || new URL(text).hostname !== '' || new URL(text).searchParams.has('host'), 'must name a host')
    .optional()
    .describe('PostgreSQL server; the built-in one where not given'),
  EVENTSTOREDB_URL: addresses(/^esdb(\+discover)?:\/\/[^/\s]+/, 'esdb+discover://user:password@one:2113,two:2113,three:2113?tls=true')
    .optional()
    .describe('EventStoreDB for the event log; PostgreSQL keeps it where not given'),
  MONGODB_URL: addresses(/^mongodb(\+srv)?:\/\/[^/\s]+/, 'mongodb://user:password@host:27017/paraph')
    .optional()
    .describe('MongoDB for files and the audit trail; the data folder and PostgreSQL keep them where not given'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com')
    .optional()
    .describe('Mail server; without it mails stay in the outbox that an administrator reads'),
  MAIL_FROM: z
    .string()
    .min(3, 'must be a sender')
    .regex(/@/, 'must hold a mail address')
    .default('Paraph <paraph@localhost>')
    .describe('Sender of mails'),
  MAIL_SUBJECT_PREFIX: z.string().max(60, 'must have at most 60 characters').default('').describe('Put before the subject of every mail'),
} as const
