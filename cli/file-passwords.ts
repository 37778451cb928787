import type pg from 'pg'
import type { World } from '#platform/ports'
import { pubSub } from '#platform/postgres'
import { boxes } from '#platform/secrets'
import { type FilePasswords, filePasswords } from '#processes/conversion'

export interface SharedPasswordsOptions {
  readonly pool: pg.Pool
  readonly world: World
  /** The same in every process. */
  readonly key: Uint8Array
  readonly converts: boolean
}

/** `box` is null where the file needs its password no more. */
interface Word {
  readonly file: string
  readonly box: string | null
}

/**
 * Passwords go from the process that takes one to all that convert: encrypted, and never to a table. Where one did not arrive, the
 * user is asked once more.
 */
export function sharedPasswords({ pool, world, key, converts }: SharedPasswordsOptions): FilePasswords & { close(): Promise<void> } {
  const held = filePasswords(world.timers)
  const { seal, open } = boxes(key, world.random)
  function hear({ file, box }: Word): void {
    if (box === null) held.drop(file)
    else void held.hold(file, open(file, box))
  }
  const { tell, close } = pubSub<Word>({ pool, world, channel: 'paraph_file_password', hear: converts ? hear : null })

  return {
    async hold(file, password) {
      if (converts) await held.hold(file, password)
      await tell([{ file, box: seal(file, password) }])
    },
    peek: held.peek,
    drop(file) {
      if (held.peek(file) === undefined) return
      held.drop(file)
      void tell([{ file, box: null }])
    },
    close,
  }
}
