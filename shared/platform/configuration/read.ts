import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { settings, type TrustedProxies } from './settings.ts'

const schema = z.object(settings)
type Values = z.infer<typeof schema>

export interface Configuration {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Without a slash at the end. */
  readonly publicUrl: string
  readonly trustedProxies: TrustedProxies
  readonly roles: Values['PARAPH_ROLES']
  /** Where machines ask how this process is. */
  readonly status: { readonly host: string; readonly port: number } | null
  /** Where traces go, as OTLP over HTTP; null: nowhere. */
  readonly traces: string | null
  /** The DSN of the service that collects errors of the web pages; null: none. */
  readonly errorsTo: string | null
  readonly logLevel: Values['PARAPH_LOG_LEVEL']
  readonly masterKey: Uint8Array | null
  readonly defaultCountry: string
  /** Deleted documents stay in the trash; otherwise their creators may delete them for good. */
  readonly keepDeleted: boolean
  /** The first account finds an example template. */
  readonly example: boolean
  /** Where the terms stand that account holders accept; null: none. */
  readonly termsUrl: string | null
  /** What pages show of other services, and where addresses lead instead. */
  readonly formUrl: string | null
  readonly pricingUrl: string | null
  readonly hashRedirects: Readonly<Record<string, string>>
  /** Least characters of a password that is chosen. */
  readonly passwordMin: number
  /** What a workspace that several people share is called. */
  readonly workspaceDescriptor: string
  readonly uploads: {
    readonly maxBytes: number
    readonly maxPages: number
    /** In points. */
    readonly maxSide: number
    readonly maxMs: number
    readonly maxMemoryMb: number
  }
  /** How much may be kept of what is uploaded. */
  readonly quotas: { readonly linkBytes: number; readonly documentBytes: number; readonly workspaceBytes: number }
  readonly mail: {
    readonly smtpUrl: string | null
    readonly from: string
    readonly subjectPrefix: string
    readonly maxAttachmentBytes: number
  }
  /** Paths of PEM files; both or neither. */
  readonly sealing: { readonly certificate: string; readonly key: string } | null
  readonly evidence: {
    readonly anchorEveryMs: number
    /** Null: `anchors.jsonl` in the data folder. */
    readonly anchorFile: string | null
    readonly guardRoundMs: number
    /** Null: `deletions.jsonl` in the data folder. */
    readonly deletionsFile: string | null
  }
  readonly seal: {
    readonly level: Values['PARAPH_SEALING_LEVEL']
    /** `certificate` is the path of a PEM file. */
    readonly timestamps: { readonly url: string; readonly certificate: string } | null
    /** The configured certificate seals every file, not only those whose sender chose it. */
    readonly every: boolean
    readonly pkcs12: { readonly path: string; readonly password: string } | null
  }
  /** Private addresses and networks to which webhooks may be sent. */
  readonly webhookNetworks: readonly string[]
  readonly databaseUrl: string | null
  /** Null: the event log is in PostgreSQL. */
  readonly eventStoreUrl: string | null
  /** Null: files are in the data folder, documents in PostgreSQL. */
  readonly mongoUrl: string | null
}

/** Every mistake in the environment, each in words that name the variable. */
export class ConfigurationMistakes extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(`Paraph cannot start with these settings:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`)
    this.name = 'ConfigurationMistakes'
    this.mistakes = mistakes
  }
}

/** What may be set, for the manual: name, meaning, and whether a value is needed. */
export const SETTINGS: readonly { name: string; meaning: string }[] = Object.entries(settings).map(([name, setting]) => ({
  name,
  meaning: setting.description ?? '',
}))

/**
 * Reads the environment once. An empty variable counts as not set. What is secret may stand in a file that `<NAME>_FILE` names.
 * @throws ConfigurationMistakes listing all of them
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const unread: string[] = []
  const given = fromFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')),
    unread,
  )
  const parsed = schema.safeParse(given)
  const mistakes = parsed.success ? unread : [...unread, ...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)]
  // A misspelt name would otherwise be ignored without a word.
  for (const name of Object.keys(given)) {
    if (name.startsWith('PARAPH_') && !(name in settings)) mistakes.push(`${name} is not a setting${guess(name)}.`)
  }
  if (parsed.success && listensTwice(parsed.data))
    mistakes.push('PARAPH_STATUS_PORT must be another than PARAPH_PORT: both would listen there.')
  if (Boolean(given.PARAPH_SEALING_CERTIFICATE) !== Boolean(given.PARAPH_SEALING_KEY)) {
    mistakes.push('PARAPH_SEALING_CERTIFICATE and PARAPH_SEALING_KEY must be set together.')
  }
  if (Boolean(given.PARAPH_TIMESTAMP_URL) !== Boolean(given.PARAPH_TIMESTAMP_CERTIFICATE)) {
    mistakes.push('PARAPH_TIMESTAMP_URL and PARAPH_TIMESTAMP_CERTIFICATE must be set together.')
  }
  if ((given.PARAPH_SEALING_LEVEL ?? 'B-B') !== 'B-B' && !given.PARAPH_TIMESTAMP_URL) {
    mistakes.push('PARAPH_SEALING_LEVEL above B-B needs PARAPH_TIMESTAMP_URL and PARAPH_TIMESTAMP_CERTIFICATE.')
  }
  if (given.PARAPH_SEALING_PKCS12 && given.PARAPH_SEALING_CERTIFICATE) {
    mistakes.push('PARAPH_SEALING_PKCS12 and PARAPH_SEALING_CERTIFICATE cannot both be set.')
  }
  if (!parsed.success || mistakes.length > 0) throw new ConfigurationMistakes(mistakes)
  return shaped(parsed.data)
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function listensTwice({ PARAPH_ROLES, PARAPH_HOST, PARAPH_PORT, PARAPH_STATUS_HOST, PARAPH_STATUS_PORT }: Values): boolean {
  const hosts = [PARAPH_HOST, PARAPH_STATUS_HOST]
  const same = PARAPH_HOST === PARAPH_STATUS_HOST || hosts.some((host) => EVERY_ADDRESS.has(host))
  return PARAPH_ROLES.includes('api') && PARAPH_PORT === PARAPH_STATUS_PORT && same
}

function shaped(values: Values): Configuration {
  const certificate = values.PARAPH_SEALING_CERTIFICATE
  const key = values.PARAPH_SEALING_KEY
  const timestampUrl = values.PARAPH_TIMESTAMP_URL
  const timestampCertificate = values.PARAPH_TIMESTAMP_CERTIFICATE
  return {
    host: values.PARAPH_HOST,
    port: values.PARAPH_PORT,
    dataDir: values.PARAPH_DATA,
    publicUrl: values.PARAPH_PUBLIC_URL ?? `http://localhost:${values.PARAPH_PORT}`,
    trustedProxies: values.PARAPH_TRUST_PROXY,
    roles: values.PARAPH_ROLES,
    status: values.PARAPH_STATUS_PORT === undefined ? null : { host: values.PARAPH_STATUS_HOST, port: values.PARAPH_STATUS_PORT },
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT ? `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces` : null,
    errorsTo: values.PARAPH_ERRORS_DSN ?? null,
    logLevel: values.PARAPH_LOG_LEVEL,
    masterKey: values.PARAPH_MASTER_KEY ?? null,
    defaultCountry: values.PARAPH_DEFAULT_COUNTRY,
    keepDeleted: values.PARAPH_KEEP_DELETED,
    example: values.PARAPH_EXAMPLE,
    termsUrl: values.PARAPH_TERMS_URL ?? null,
    formUrl: values.PARAPH_FORM_URL ?? null,
    pricingUrl: values.PARAPH_PRICING_URL ?? null,
    hashRedirects: values.PARAPH_HASH_REDIRECTS,
    passwordMin: values.PARAPH_PASSWORD_MIN,
    workspaceDescriptor: values.PARAPH_WORKSPACE_DESCRIPTOR,
    uploads: {
      maxBytes: values.PARAPH_MAX_UPLOAD_MB,
      maxPages: values.PARAPH_MAX_PAGES,
      maxSide: values.PARAPH_MAX_PAGE_SIDE,
      maxMs: values.PARAPH_CONVERSION_SECONDS * 1000,
      maxMemoryMb: values.PARAPH_CONVERSION_MEMORY_MB,
    },
    quotas: {
      linkBytes: values.PARAPH_LINK_QUOTA_MB,
      documentBytes: values.PARAPH_DOCUMENT_QUOTA_MB,
      workspaceBytes: values.PARAPH_WORKSPACE_QUOTA_GB,
    },
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM,
      subjectPrefix: values.MAIL_SUBJECT_PREFIX,
      maxAttachmentBytes: values.PARAPH_MAIL_ATTACHMENT_MB,
    },
    sealing: certificate && key ? { certificate, key } : null,
    evidence: {
      anchorEveryMs: values.PARAPH_ANCHOR_MINUTES * 60_000,
      anchorFile: values.PARAPH_ANCHOR_FILE ?? null,
      guardRoundMs: values.PARAPH_GUARD_HOURS * 3_600_000,
      deletionsFile: values.PARAPH_DELETIONS_FILE ?? null,
    },
    seal: {
      level: values.PARAPH_SEALING_LEVEL,
      timestamps: timestampUrl && timestampCertificate ? { url: timestampUrl, certificate: timestampCertificate } : null,
      every: values.PARAPH_SEALING_FOR === 'all',
      pkcs12: values.PARAPH_SEALING_PKCS12 ? { path: values.PARAPH_SEALING_PKCS12, password: values.PARAPH_SEALING_PASSWORD } : null,
    },
    webhookNetworks: values.PARAPH_WEBHOOK_NETWORKS,
    databaseUrl: values.DATABASE_URL ?? null,
    eventStoreUrl: values.EVENTSTOREDB_URL ?? null,
    mongoUrl: values.MONGODB_URL ?? null,
  }
}

/** As secrets reach a container: as files, so that they stand in no environment that others may list. */
function fromFiles(given: Readonly<Record<string, string | undefined>>, unread: string[]): Record<string, string | undefined> {
  const values = { ...given }
  for (const [variable, path] of Object.entries(given)) {
    const name = variable.slice(0, -'_FILE'.length)
    if (variable in settings || !variable.endsWith('_FILE') || !(name in settings) || path === undefined) continue
    delete values[variable]
    if (given[name] !== undefined) unread.push(`${name} and ${variable} cannot both be set.`)
    try {
      values[name] = readFileSync(path, 'utf8').trim()
    } catch {
      unread.push(`${variable} names a file that cannot be read.`)
    }
  }
  return values
}

function guess(name: string): string {
  const letters = (text: string) => [...text].sort().join('')
  const near = Object.keys(settings).find((known) => letters(known) === letters(name) || known.startsWith(name) || name.startsWith(known))
  return near ? ` (did you mean ${near}?)` : ''
}
