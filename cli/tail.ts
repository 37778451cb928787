import { parseArgs } from 'node:util'
import { connect, FeedBroken, type FeedEntry, ParaphError } from '../packages/client/src/index.ts'
import { ForPeople } from './explain.ts'

const USAGE = `paraph tail [--url http://localhost:4680] [--after <position>] [--types document.sealed,…] [--document <key>] [--json] [--once]

Prints what happens in a workspace, and checks that nothing is missing. The application's key and secret stand in PARAPH_KEY and
PARAPH_SECRET. Without --after it begins with what happens next; --after 0 begins with the first entry that is kept.`

/** `paraph tail`: the feed of a workspace, entry by entry, from whichever installation. */
export async function tail(argv: readonly string[]): Promise<number> {
  const { values } = read(argv)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const { PARAPH_KEY: key, PARAPH_SECRET: secret } = process.env
  if (!key || !secret) throw new ForPeople('Set PARAPH_KEY and PARAPH_SECRET to the key and the secret of an application.')
  const stop = new AbortController()
  const paraph = connect({ url: values.url, key, secret })
  // The program that reads our output has ended.
  process.stdout.on('error', () => stop.abort())
  try {
    const after = values.after === undefined ? await paraph.feedPosition() : positionOf(values.after)
    const options = { types: values.types?.split(','), document: values.document, once: values.once, signal: stop.signal }
    for await (const entry of paraph.feed({ after, ...options })) {
      console.log(values.json ? JSON.stringify(entry) : lineOf(entry))
    }
  } catch (error) {
    if (stop.signal.aborted) return 0
    if (error instanceof FeedBroken || error instanceof ParaphError) throw new ForPeople(error.message)
    throw error
  }
  return 0
}

function read(argv: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...argv],
      options: {
        url: { ...text, default: 'http://localhost:4680' },
        after: text,
        types: text,
        document: text,
        json: flag,
        once: flag,
        help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    throw new ForPeople(`${(error as Error).message}\n\n${USAGE}`)
  }
}

/** Of 0 nothing is known but that it is the beginning. */
function positionOf(text: string): { readonly position: number } | undefined {
  if (!/^\d{1,10}$/.test(text)) throw new ForPeople('--after takes a position: a whole number.')
  return text === '0' ? undefined : { position: Number(text) }
}

function lineOf({ position, time, type, subject, data, erased }: FeedEntry): string {
  const { document } = (data ?? {}) as { document?: { name?: string | null } }
  const name = erased ? '(erased)' : (document?.name ?? '')
  return [String(position).padStart(8), time, type.padEnd(20), subject, printable(name)].join('  ').trimEnd()
}

/** A name must not steer the terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}/gu, '\uFFFD')
