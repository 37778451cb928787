import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import type { Finding } from './finding.ts'
import { fontHealth } from './fonts.ts'
import type { Foundation } from './foundation.ts'
import { sealHealth } from './seal.ts'

export type { Finding } from './finding.ts'

const LEAST_SPACE = 200 * 1024 * 1024

/** How what Paraph stands on is, in words. */
export async function foundationHealth(foundation: Foundation): Promise<Finding[]> {
  const { mongo } = foundation
  return Promise.all([
    databaseHealth(foundation),
    ...(mongo ? [mongoHealth(mongo)] : []),
    diskHealth(foundation),
    sealHealth(foundation.configuration, foundation.secrets, foundation.world.clock.now()),
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

async function mongoHealth(mongo: NonNullable<Foundation['mongo']>): Promise<Finding> {
  const answers = await mongo.ping().then(
    () => true,
    () => false,
  )
  return { name: 'files', ok: answers, words: answers ? 'MongoDB answers' : 'MongoDB does not answer: files can neither come nor go' }
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

async function mailHealth({ configuration, world }: Foundation): Promise<Finding> {
  const name = 'mail'
  const { smtpUrl } = configuration.mail
  if (smtpUrl === null) return { name, ok: true, words: 'no mail server is configured: mails stay in the outbox' }
  const { hostname, port, protocol } = new URL(smtpUrl)
  const reached = await reaches(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587), world.timers)
  return { name, ok: reached, words: reached ? 'the mail server answers' : 'the mail server does not answer' }
}

function reaches(host: string, port: number, timers: Foundation['world']['timers']): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ host, port })
    const end = (reached: boolean) => {
      cancel()
      socket.destroy()
      done(reached)
    }
    const cancel = timers.after(3000, () => end(false))
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
