import { digestOf } from '#domain/kernel'
import type { Intake } from '#pdf/intake'
import type { Sealer } from '#pdf/sealing'

/** Paper for the simulation: a document is its words, so that an invariant can read the stamps. */
export const words = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const paper = (text: string) => new TextEncoder().encode(text)

export const plainIntake: Intake = {
  longestMs: 60_000,
  async convert(upload) {
    // What waits here waits in memory.
    const text = words('bytes' in upload ? upload.bytes : new Uint8Array())
    if (text.startsWith('broken')) return { ok: false, reason: 'damaged', words: '' }
    return { ok: true, bytes: paper(`clean ${text}`), pages: [{ width: 595_276, height: 841_890 }], repaired: false }
  },
}

/** @param away whether nobody answers who could say what time it is */
export const TIMED = ' in the sight of a time authority'

export const plainSealer = (away: () => boolean): Pick<Sealer, 'stamp' | 'sign'> => ({
  async stamp({ pdf, stamps }) {
    const painted = stamps.flatMap(({ paints }) => paints.flatMap((paint) => (paint.kind === 'text' ? [paint.text] : [])))
    return { ok: true, bytes: paper(`${words(pdf)} | ${painted.join(' | ')}`), pages: [digestOf('page 1')] }
  },
  async sign({ pdf, timestamps, attachments }) {
    if (timestamps && away()) return { ok: false, reason: 'timestamp-authority', words: 'no answer' }
    const history = (attachments ?? []).flatMap(({ bytes }) => words(bytes).trimEnd().split('\n'))
    const disclosed = history.flatMap((line) =>
      line.includes('"disclosed"') ? (JSON.parse(line) as { disclosed: readonly unknown[] }).disclosed : [],
    )
    return {
      ok: true,
      bytes: paper(`signed(${words(pdf)})${timestamps ? TIMED : ''} after ${history.at(-1)} telling ${JSON.stringify(disclosed)}`),
    }
  },
})
