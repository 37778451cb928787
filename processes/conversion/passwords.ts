import type { Timers } from '#platform/ports'

/** Passwords of uploaded files on their way to the conversion: in memory alone, used once, gone soon. */
export interface FilePasswords {
  /** Before the file is announced, or its conversion asked for again, so that the conversion finds it. */
  hold(file: string, password: string): Promise<void>
  /** The password, while it is held. A run that is repeated after a failure needs it once more. */
  peek(file: string): string | undefined
  drop(file: string): void
}

const LIFE_MS = 10 * 60_000

export function filePasswords(timers: Timers): FilePasswords {
  const held = new Map<string, { readonly password: string; readonly forget: () => void }>()
  const drop = (file: string) => {
    held.get(file)?.forget()
    held.delete(file)
  }
  return {
    async hold(file, password) {
      drop(file)
      held.set(file, { password, forget: timers.after(LIFE_MS, () => held.delete(file)) })
    },
    peek: (file) => held.get(file)?.password,
    drop,
  }
}
