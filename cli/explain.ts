import { describe } from '#platform/logging'

/** Errors that were written for people: their words say what to do. */
const IN_WORDS = new Set([
  'ConfigurationMistakes',
  'DataFolderInUse',
  'FilesOfAnother',
  'OtherMasterKey',
  'ChangedMigration',
  'LogElsewhere',
  'NewerDatabase',
  'PoolerBetween',
  'UnusableAddress',
  'UnusableSecret',
  'ForPeople',
])

/** A reason not to start, in words that say what to do. */
export class ForPeople extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'ForPeople'
  }
}

/** `code` is a number where it is what a program ended with; `settings` what those that say where to listen begin with. */
type Known = Error & { code?: string | number; path?: string; port?: number; address?: string; syscall?: string; settings?: string }

/** An error's cause, for the person at the terminal. */
export function explain(thrown: unknown): string {
  const error = thrown as Known
  if (!(thrown instanceof Error)) return `Paraph stopped: ${String(thrown)}`
  if (IN_WORDS.has(error.name)) return error.message
  return byCode(error) ?? byWords(error.message) ?? `Paraph stopped because of something unexpected.\n${unexpected(error)}`
}

function byCode(error: Known): string | null {
  // Its words say more than anybody needs behind the first sentence.
  if (String(error.code).startsWith('ERR_PARSE_ARGS_')) return `${error.message.split('. ', 1)[0]}. "paraph help" says what there is.`
  const where = error.path ?? 'the data folder'
  const listen = error.settings ?? 'PARAPH'
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${error.port} is used by another program. Stop that one, or set ${listen}_PORT to another number.`
    case 'EADDRNOTAVAIL':
      return `${error.address} is not an address of this machine. Set ${listen}_HOST to one of its addresses, or to 0.0.0.0 for all.`
    case 'EACCES':
    case 'EPERM':
      if (error.syscall === 'listen') return `Port ${error.port} needs special rights. Set ${listen}_PORT to a number above 1023.`
      return `${where} cannot be written by this user. Change its owner or its rights, or set PARAPH_DATA to another folder.`
    case 'ENOENT':
      // An address may name one, as `sslrootcert` in DATABASE_URL does.
      return error.path && error.syscall === 'open'
        ? `${error.path} is not there. Put the file there, or correct the setting that names it.`
        : null
    case 'EROFS':
      return `${where} is on a disk that can only be read. Set PARAPH_DATA to a folder that can be written.`
    case 'ENOTDIR':
      return `${where} is not a folder. Set PARAPH_DATA to a folder that can be written.`
    case 'ENOSPC':
    case 'EDQUOT':
    case '53100':
      return FULL
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return 'The database cannot be reached. Check that it runs, and that DATABASE_URL names it.'
    case 'ECONNRESET':
    case 'EPIPE':
    case '57P01':
      return LOST
    case '28P01':
    case '28000':
      return 'The database refuses the user or the password in DATABASE_URL.'
    case '3D000':
      return 'The database that DATABASE_URL names does not exist. Create it first.'
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return `A part of Paraph is missing (${/'([^']+)'/.exec(error.message)?.[1] ?? 'a package'}). Run "npm ci" again.`
    default:
      return null
  }
}

const LOST =
  'The connection to the database was lost. Check that it runs and can be reached, and run this again: nothing that was acknowledged is lost.'
const FULL = 'The disk is full. Free some space where the data folder is, and start again: nothing that was acknowledged is lost.'

/** What the programs we start say of themselves. */
function byWords(text: string): string | null {
  const library = /error while loading shared libraries: (\S+):/.exec(text)?.[1]
  if (library) {
    return `The built-in database needs the library ${library}, which this system does not have. Install it, or set DATABASE_URL to a PostgreSQL server.`
  }
  if (/no space left on device/i.test(text)) return FULL
  if (/^(Connection terminated|Client has encountered a connection error)/.test(text)) return LOST
  if (/could not (?:create|change permissions of|access) directory|permission denied/i.test(text)) {
    return `The built-in database cannot use its folder. Give its owner the right to enter every folder above it, or set PARAPH_DATA.\n${text}`
  }
  return null
}

function unexpected(error: Error): string {
  return `${error.message}\n${JSON.stringify(describe(error))}`
}
