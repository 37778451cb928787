import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { isInstalled } from '../../support/programs.ts'

/** A test that asks another program. Where that is not installed it is skipped, and its name says why. */
export function testWith(program: string, title: string, body: (run: Run) => Promise<void> | void): void {
  if (isInstalled(program)) test(title, () => body((...args) => run(program, args)))
  else test.skip(`${title} (skipped: ${program} is not on the PATH)`, () => {})
}

export type Run = (...args: string[]) => { readonly code: number | null; readonly out: string }

function run(program: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { code: status, out: stdout + stderr }
}

const folder = mkdtempSync(join(tmpdir(), 'paraph-pdf-'))

/** The bytes as a file that a program can read. */
export function asFile(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
