import type pg from 'pg'
import type { World } from '#platform/ports'
import { listen } from '#platform/postgres'
import { boxes } from '#platform/secrets'
import { type FilePasswords, filePasswords } from '#processes/conversion'

const CHANNEL = 'paraph_file_password'

export interface SharedPasswordsOptions {
  readonly pool: pg.Pool
  readonly world: World
  /** The same in every process. */
  readonly key: Uint8Array
  /** Whether files are converted here. */
  readonly converts: boolean
}

/** `box` is null where the file needs its password no more. */
interface Word {
  readonly from: string
  readonly file: string
  readonly box: string | null
}

/** Passwords go from the process that takes one to all that convert: encrypted, and never to a table. */
export function sharedPasswords({ pool, world, key, converts }: SharedPasswordsOptions): FilePasswords & { close(): Promise<void> } {
  const own = world.ids.next()
  const held = filePasswords(world.timers)
  const { seal, open } = boxes(key, world.random)
  const listening = converts
    ? listen({
        pool,
        channel: CHANNEL,
        timers: world.timers,
        random: world.random,
        onNotice(payload) {
          try {
            hear(JSON.parse(payload) as Word)
          } catch (error) {
            // From a process with another master key, or none of ours.
            world.log.warn({ error }, 'a file’s password that another process told of could not be read')
          }
        },
        onListening: () => undefined,
      })
    : null

  function hear({ from, file, box }: Word): void {
    if (from === own) return
    if (box === null) held.drop(file)
    else void held.hold(file, open(file, box))
  }
  async function tell(word: Omit<Word, 'from'>): Promise<void> {
    try {
      await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: own, ...word } satisfies Word)])
    } catch (error) {
      // Where the file is converted in another process, its password is asked for once more.
      world.log.warn({ file: word.file, error }, 'other processes could not be told of a file’s password')
    }
  }

  return {
    async hold(file, password) {
      if (converts) await held.hold(file, password)
      await tell({ file, box: seal(file, password) })
    },
    peek: held.peek,
    drop(file) {
      if (held.peek(file) === undefined) return
      held.drop(file)
      void tell({ file, box: null })
    },
    close: async () => listening?.close(),
  }
}
