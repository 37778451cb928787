import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { heldAmong } from '#platform/ownership'
import { openPool } from '#platform/postgres'
import { ownedBy } from '#processes/engine'
import { sealing } from '#processes/sealing'
import type { Finding } from './finding.ts'
import { fontHealth } from './fonts.ts'
import type { Foundation } from './foundation.ts'
import { sealHealth } from './seal.ts'
import { permanentRefusalIn } from './unreachable.ts'

export type { Finding } from './finding.ts'

const LEAST_SPACE = 200 * 1024 * 1024

/** How what Paraph stands on is, in words. */
export async function foundationHealth(foundation: Foundation): Promise<Finding[]> {
  const { mongo } = foundation
  return Promise.all([
    databaseHealth(foundation),
    ...(mongo ? [mongoHealth(mongo)] : []),
    diskHealth(foundation),
    sealHealth(foundation.configuration, foundation.sealing, foundation.world.clock.now()),
    mailHealth(foundation),
    fontHealth(),
  ])
}

async function databaseHealth({ pool, configuration }: Foundation): Promise<Finding> {
  const name = 'database'
  try {
    const { rows } = await pool.query<{ version: string }>("SELECT split_part(version(), ' ', 2) AS version")
    return { name, ok: true, words: `PostgreSQL ${rows[0]?.version} answers${configuration.databaseUrl === null ? ' (built in)' : ''}` }
  } catch {
    return { name, ok: false, words: 'does not answer' }
  }
}

/** By role: what is owned by a process that has it, and what is left undone where none does. */
const ROLES = [
  { role: 'projections', owned: 'list', undone: 'lists and histories stay as they are' },
  { role: 'processes', owned: ownedBy(sealing.name), undone: 'nothing is converted, mailed, sealed or anchored' },
] as const

/** Whether some process has each of the roles that work for all. */
export async function rolesHealth(databaseUrl: string): Promise<readonly Finding[]> {
  const pool = openPool(databaseUrl, { max: 1 })
  try {
    const held = await heldAmong(
      pool,
      ROLES.map(({ owned }) => owned),
    )
    return ROLES.map(({ role, owned, undone }) => {
      const ok = held.has(owned)
      return { name: `role ${role}`, ok, words: ok ? 'a process has it' : `no process has it: ${undone}` }
    })
  } catch {
    return [{ name: 'roles', ok: false, words: 'unknown: the database does not answer here' }]
  } finally {
    await pool.end()
  }
}

async function mongoHealth(mongo: NonNullable<Foundation['mongo']>): Promise<Finding> {
  const trouble = await mongo.ping().then(
    () => null,
    (error: unknown) => permanentRefusalIn(error) ?? 'MongoDB does not answer: files can neither come nor go',
  )
  return { name: 'files', ok: trouble === null, words: trouble ?? 'MongoDB answers' }
}

async function diskHealth({ dataDir }: Foundation): Promise<Finding> {
  const name = 'disk'
  try {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const megabytes = Math.floor(free / 1024 / 1024)
    return free >= LEAST_SPACE
      ? { name, ok: true, words: `${megabytes} MB are free` }
      : { name, ok: false, words: `only ${megabytes} MB are free: free some space` }
  } catch {
    return { name, ok: false, words: 'the data folder cannot be reached' }
  }
}

/** Shorter than a health check waits. */
const GREETING_MS = 2_500

export async function mailHealth({ configuration, world }: Pick<Foundation, 'world'> & MailSettings): Promise<Finding> {
  const name = 'mail'
  const { smtpUrl } = configuration.mail
  if (smtpUrl === null) return { name, ok: true, words: 'no mail server is configured: mails stay in the outbox' }
  const found = await greeting(new URL(smtpUrl), world.timers)
  return { name, ok: found === 'greets', words: MAIL_WORDS[found] }
}

interface MailSettings {
  readonly configuration: { readonly mail: { readonly smtpUrl: string | null } }
}

const MAIL_WORDS = {
  greets: 'the mail server answers',
  silent: 'the mail server accepts connections but does not answer: mails wait, and are tried again',
  away: 'the mail server does not answer',
} as const

/** A mail server speaks first. Some programs accept any connection and then are silent: those deliver nothing. */
function greeting({ hostname, port, protocol }: URL, timers: Foundation['world']['timers']): Promise<keyof typeof MAIL_WORDS> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((done) => {
    let connected = false
    const socket =
      protocol === 'smtps:'
        ? // Nothing is entrusted to it here: whose certificate it has, is looked at when something is.
          connectTls({ host, port: Number(port) || 465, rejectUnauthorized: false })
        : createConnection({ host, port: Number(port) || 587 })
    const end = (found: keyof typeof MAIL_WORDS) => {
      cancel()
      socket.destroy()
      done(found)
    }
    const cancel = timers.after(GREETING_MS, () => end(connected ? 'silent' : 'away'))
    socket.once('connect', () => {
      connected = true
    })
    socket.once('data', () => end('greets'))
    for (const over of ['error', 'close'] as const) socket.once(over, () => end('away'))
  })
}
