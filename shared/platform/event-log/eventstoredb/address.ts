import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { connect } from 'node:tls'
import type { Timers } from '#platform/ports'

/** Why an address cannot be used, and what to do. The words never quote the address: it may hold a password. */
export class UnusableAddress extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'UnusableAddress'
  }
}

/** What the client reads from an address. */
const SETTINGS = [
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
  'nodePreference',
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'defaultDeadline',
  'connectionName',
  'throwOnAppendFailure',
] as const
type Setting = (typeof SETTINGS)[number]
/** Other clients heed it. This one does not, and says so on standard error with the whole address, password included. */
const WITHOUT_EFFECT = 'tlsVerifyCert'

/** The client takes `tls_ca_file` for `tlsCAFile`. */
const flat = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '')
const KNOWN = new Set([...SETTINGS, WITHOUT_EFFECT].map(flat))
const nameIn = (pair: string) => flat(pair.split('=', 1)[0]!)

/** As the client takes an address apart: a password may hold a question mark. */
const PARTS = /^(?<before>[^:]+:\/\/(?:[^:]+:[^@]+@)?)(?<hosts>[^?]*)(?:\?(?<settings>.*))?$/s
function partsOf(url: string) {
  const { before = '', hosts = '', settings } = PARTS.exec(url)?.groups ?? {}
  return { before, hosts, pairs: settings?.split('&') ?? [] }
}
function settingIn(url: string, setting: Setting): string | null {
  const pair = partsOf(url).pairs.findLast((each) => nameIn(each) === flat(setting))
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim()
}
const isPlain = (url: string) => settingIn(url, 'tls') === 'false'

/**
 * The address for the client, once everything that it names can be used.
 * @throws UnusableAddress
 */
export function usable(url: string): string {
  const { before, hosts, pairs } = partsOf(url)
  const unknown = pairs.findIndex((pair) => !KNOWN.has(nameIn(pair)))
  if (unknown >= 0) {
    const which = `Setting ${unknown + 1} after the question mark in EVENTSTOREDB_URL is not known`
    throw new UnusableAddress(`${which}. Correct it or leave it out. Known are ${SETTINGS.join(', ')}.`)
  }
  if (!isPlain(url)) certificateIn(url, 'tlsCAFile')
  const certificate = certificateIn(url, 'userCertFile')
  const key = fileIn(url, 'userKeyFile')
  if ((certificate === null) !== (key === null)) {
    throw new UnusableAddress('EVENTSTOREDB_URL names only one of userCertFile and userKeyFile. Name both, or neither.')
  }
  if (certificate && key && !opens(key.content, certificate)) {
    throw new UnusableAddress(`${key.name} is not the key of userCertFile. Name the one that is.`)
  }
  const heeded = pairs.filter((pair) => nameIn(pair) !== flat(WITHOUT_EFFECT))
  return heeded.length === 0 ? `${before}${hosts}` : `${before}${hosts}?${heeded.join('&')}`
}

type FileSetting = Extract<Setting, `${string}File`>
interface NamedFile {
  /** As it is called in words. */
  readonly name: string
  readonly content: string
}

function fileIn(url: string, setting: FileSetting): NamedFile | null {
  const value = settingIn(url, setting)
  if (value === null) return null
  const name = `${resolve(decoded(value))}, the ${setting} in EVENTSTOREDB_URL,`
  try {
    return { name, content: readFileSync(resolve(decoded(value)), 'utf8') }
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'cannot be read'
    throw new UnusableAddress(`${name} ${why}. Put a file there that this user can read, or correct the name.`, { cause: error })
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    throw unreadableAddress(error)
  }
}

function certificateIn(url: string, setting: FileSetting): X509Certificate | null {
  const file = fileIn(url, setting)
  if (file === null) return null
  try {
    return new X509Certificate(file.content)
  } catch (error) {
    throw new UnusableAddress(`${file.name} holds no certificate. Name a file with one in PEM.`, { cause: error })
  }
}

function opens(key: string, certificate: X509Certificate): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** What the client itself refuses to read. Its words quote the address. */
export const unreadableAddress = (cause: unknown) =>
  new UnusableAddress('EVENTSTOREDB_URL cannot be read as EventStoreDB’s own programs read it. Check how it is written.', { cause })

/** How long a server may take to greet: one on a line that is silent says nothing about TLS. */
const GREETING_MS = 2_000

/**
 * Whether tls=false stands before a server that serves by TLS only. The client says of it what it says of a server that is
 * starting: the line broke.
 */
export async function meetsTls(url: string, timers: Timers): Promise<boolean> {
  if (!isPlain(url)) return false
  const met = await Promise.all(hostsIn(url).map(([host, port]) => greetsByTls(host, port, timers)))
  return met.includes(true)
}

const DEFAULT_PORT = 2113
const hostsIn = (url: string): readonly (readonly [host: string, port: number])[] =>
  partsOf(url)
    .hosts.replace(/\/+$/, '')
    .split(',')
    .map((each) => {
      const [host, port] = each.split(':') as [string, string?]
      return [host, Number(port ?? DEFAULT_PORT)]
    })

function greetsByTls(host: string, port: number, timers: Timers): Promise<boolean> {
  return new Promise((answer) => {
    // Nothing is entrusted to it: whose certificate it has does not matter.
    const socket = connect({ host, port, ALPNProtocols: ['h2'], rejectUnauthorized: false, ...(isIP(host) ? {} : { servername: host }) })
    const end = (greets: boolean) => {
      cancel()
      socket.destroy()
      answer(greets)
    }
    const cancel = timers.after(GREETING_MS, () => end(false))
    socket.once('secureConnect', () => end(true))
    for (const over of ['error', 'close'] as const) socket.once(over, () => end(false))
  })
}
