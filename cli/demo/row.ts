export interface Row {
  readonly file: string
  readonly outcome: 'sealed' | 'refused' | 'password' | 'failed'
  readonly reason: string | null
  readonly message: string | null
  readonly pages: number
  readonly sizes: readonly { readonly width: number; readonly height: number }[]
  readonly out: string | null
  readonly ms: number
}

export function inWords({ file, outcome, message, out, ms }: Row): string {
  return outcome === 'sealed' ? `${out} in ${(ms / 1000).toFixed(1)} s` : `${file}: ${outcome}: ${message}`
}

/** A name may hold anything, and must not write on somebody's terminal. */
export function harmless(line: string): string {
  return line.replace(/\p{Cc}/gu, '\ufffd')
}

/** 0: all sealed; 2: some refused, none failed; 1: else. */
export function exitCode(outcomes: ReadonlySet<Row['outcome']>): number {
  if (outcomes.has('failed')) return 1
  return outcomes.has('refused') || outcomes.has('password') ? 2 : 0
}
