import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './binaries.ts'

/** How to start one of PostgreSQL's programs. */
export interface Launch {
  readonly file: string
  readonly args: readonly string[]
  readonly ids: { readonly uid?: number; readonly gid?: number }
}
export type Launcher = (program: string, args: readonly string[]) => Launch

// Bits of a process's capabilities (capabilities(7)): the first lets the account search folders, the second also write.
const SEARCH = { name: 'dac_read_search', bit: 2n }
const OVERRIDE = { name: 'dac_override', bit: 1n }

/**
 * Started by root, PostgreSQL runs as another account, which must be able to enter every folder above its own and above
 * its programs. Where it may not, as in a home folder of root's, it is given the one right that this takes.
 */
export async function launcherFor(account: Account | null, places: readonly string[]): Promise<Launcher> {
  if (account === null) return (file, args) => ({ file, args, ids: {} })
  const closed = await firstClosed(account, places)
  if (closed === null) return (file, args) => ({ file, args, ids: account })
  const right = await rightToSearch()
  if (right === null) {
    throw new Error(
      `The built-in database runs as the account "postgres", which may not enter ${closed}. Allow that (chmod o+x), start Paraph as an ordinary user, or set PARAPH_DATA.`,
    )
  }
  const become = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', `--inh-caps=+${right}`, `--ambient-caps=+${right}`]
  return (file, args) => ({ file: 'setpriv', args: [...become, '--', file, ...args], ids: {} })
}

async function firstClosed(account: Account, places: readonly string[]): Promise<string | null> {
  for (const place of places) {
    for (let folder = place; ; folder = dirname(folder)) {
      if (!(await mayEnter(account, folder))) return folder
      if (folder === dirname(folder)) break
    }
  }
  return null
}

async function mayEnter(account: Account, folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  if (found === null) return true
  const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
  return (found.mode & bit) !== 0
}

async function rightToSearch(): Promise<string | null> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const held = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  return [SEARCH, OVERRIDE].find(({ bit }) => (held >> bit) & 1n)?.name ?? null
}
