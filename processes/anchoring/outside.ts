import { canonicalise, type Json } from '#domain/kernel'
import { jsonLines } from '#platform/json-lines'

/** One anchor as it stands outside the database. `hash` is that of its event, so that it also holds all anchors before it. */
export interface OutsideLine {
  readonly number: number
  readonly root: string
  readonly size: number
  readonly time: string
  readonly revision: number
  readonly hash: string
}

/** A place for anchors that an attacker with only the database cannot reach. */
export interface Outside {
  lines(): Promise<readonly OutsideLine[]>
  /** On disk when it resolves. */
  add(lines: readonly OutsideLine[]): Promise<void>
}

/** A file of JSON lines that only ever grows. Regular copies elsewhere make it worth more. */
export function outsideFile(path: string): Outside {
  // Programs that check files may read it.
  const file = jsonLines(path, 0o644)
  return {
    lines: async () => (await file.lines()).map(({ value }) => value as unknown as OutsideLine),
    add: (lines) => file.append(lines.map((line) => canonicalise(line as unknown as Json))),
  }
}
