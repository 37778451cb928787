import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** A Python that has pyHanko: `PYHANKO_PYTHON` names it, else the one on the PATH. Set it up with `requirements.txt` next to this file. */
const PYTHON = process.env.PYHANKO_PYTHON ?? 'python3'
const SCRIPT = new URL('./additions.py', import.meta.url).pathname

/** Why it is not asked; null where it can be. */
export function whyNoPyHanko(): string | null {
  const { status, stdout } = spawnSync(PYTHON, ['-c', 'import pyhanko.version as v; print(v.__version__)'], { encoding: 'utf8' })
  if (status !== 0) return `${PYTHON} has no pyHanko: pip install -r tests/pdf/support/pyhanko/requirements.txt`
  return stdout.startsWith('0.38.') ? null : `pyHanko is ${stdout.trim()}, not 0.38`
}

export interface Judged {
  readonly valid: boolean
  readonly timestamped: boolean
  readonly changes: 'NONE' | 'LTA_UPDATES' | 'FORM_FILLING' | 'ANNOTATIONS' | 'OTHER'
  readonly certified: number | null
}

export async function pyHanko(asked: Readonly<Record<string, string | boolean>>): Promise<Judged> {
  const { stdout } = await promisify(execFile)(PYTHON, [SCRIPT, JSON.stringify(asked)], { encoding: 'utf8' })
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Judged
}
