import { PDFDocument } from 'pdf-lib'
import { makeSelfSignedCertificate, signFile } from '#pdf/signature'
import { almostSigned, askOthers } from './ceremony.ts'
import { atMost, type Figure, figure, type Goal, median, percentile } from './figures.ts'
import { type Paper, paper } from './paper.ts'
import { firstAccount, type Sender } from './person.ts'
import { timesOf } from './rounds.ts'
import { startServer } from './server.ts'

/** What is sealed, and within which time, in milliseconds. */
const PAPERS = {
  'seal-1': { pages: 1, goal: 150 },
  'seal-50': { pages: 50, jpegBytes: 624_000, goal: 250 },
  'seal-200': { pages: 200, jpegBytes: 2_500_000, goal: 500 },
  'seal-objects': { pages: 200, objects: 20_000, goal: 1_000 },
} as const satisfies Record<string, Paper & { readonly goal: number }>

/** Not counted, first: of the server's threads and of the libraries here. */
const WARM = 2
const AT_ONCE = 5
/** Pictures in each of them: what is prepared takes longer than what is measured. */
const FEW = 3
const TIMES_OF_ONE: Goal = { of: 'ratio', is: 'at most', limit: 3 }

/** From the call that finishes the last signature to the last byte of the sealed file; in turns with what any way of sealing does at least. */
export async function sealing(name: keyof typeof PAPERS, times: number): Promise<readonly Figure[]> {
  const { goal, ...of } = PAPERS[name]
  const pdf = await paper(of)
  const bare = await bareWork(pdf)
  return withServer(async (url, sender) => {
    const took: number[] = []
    const rewritten: number[] = []
    const signed: number[] = []
    for (let at = 0; at < times + WARM; at++) {
      const { ms } = await (await almostSigned(url, sender, pdf, of.pages)).finish()
      const [rewriting, signing] = [await timesOf(1, bare.rewrite), await timesOf(1, bare.sign)]
      if (at < WARM) continue
      took.push(ms)
      rewritten.push(...rewriting)
      signed.push(...signing)
    }
    const yardstick = {
      what: 'the same file loaded and saved by the stamping library, and signed, alone',
      value: median(rewritten) + median(signed),
      unit: 'ms',
    } as const
    return [
      figure({ name, value: median(took), unit: 'ms', goal: atMost(goal), yardstick, samples: times }),
      figure({ name: `${name}.bare-load-and-save`, value: median(rewritten), unit: 'ms', samples: times }),
      figure({ name: `${name}.bare-signature`, value: median(signed), unit: 'ms', samples: times }),
    ]
  })
}

/** Other people's calls while 200 pages are sealed, one document after the other. */
export function sealingUnderOtherCalls(times: number): Promise<readonly Figure[]> {
  return withServer(async (url, sender) => {
    const pdf = await paper(PAPERS['seal-200'])
    const busy = { calls: [] as number[], health: [] as number[] }
    const idle = { calls: [] as number[], health: [] as number[] }
    for (let at = 0; at < times + WARM; at++) {
      const made = await almostSigned(url, sender, pdf, 200)
      let over = false
      const before = askOthers(sender, made.pack, () => over)
      await new Promise((resolve) => setTimeout(resolve, 500))
      over = true
      const quiet = await before
      over = false
      const asking = askOthers(sender, made.pack, () => over)
      await made.finish()
      over = true
      const loud = await asking
      if (at < WARM) continue
      for (const kind of ['calls', 'health'] as const) {
        idle[kind].push(...quiet[kind])
        busy[kind].push(...loud[kind])
      }
    }
    return (['calls', 'health'] as const).map((kind) => {
      const what = 'the same calls while nothing is sealed (p99)'
      return figure({
        name: `seal-beside.${kind}-p99`,
        value: percentile(busy[kind], 0.99),
        unit: 'ms',
        goal: atMost(100),
        yardstick: { what, value: percentile(idle[kind], 0.99), unit: 'ms' },
        samples: busy[kind].length,
      })
    })
  })
}

/** Five documents of 50 pages whose last signatures come at the same moment: until the last of them is sealed. */
export function sealingFive(times: number): Promise<readonly Figure[]> {
  return withServer(async (url, sender) => {
    const pdf = await paper(PAPERS['seal-50'])
    const all: number[] = []
    const one: number[] = []
    for (let at = 0; at < times + WARM; at++) {
      const alone = await (await almostSigned(url, sender, pdf, 50, FEW)).finish()
      const made = []
      for (let each = 0; each < AT_ONCE; each++) made.push(await almostSigned(url, sender, pdf, 50, FEW))
      const finished = await Promise.all(made.map((each) => each.finish()))
      if (at < WARM) continue
      one.push(alone.ms)
      all.push(Math.max(...finished.map(({ ms }) => ms)))
    }
    const yardstick = { what: 'one of them alone', value: median(one), unit: 'ms' as const }
    return [figure({ name: 'seal-five', value: median(all), unit: 'ms', goal: TIMES_OF_ONE, yardstick, samples: times })]
  })
}

async function withServer<T>(work: (url: string, sender: Sender) => Promise<T>): Promise<T> {
  const server = await startServer()
  try {
    const sender = await firstAccount(server.url)
    const done = await work(server.url, sender)
    sender.close()
    return done
  } finally {
    await server.stop()
  }
}

/** In this process, with nothing around it: neither fields nor events, threads nor disks. */
async function bareWork(pdf: Uint8Array) {
  const credential = makeSelfSignedCertificate({ commonName: 'Yardstick', from: 0, until: 1, serial: new Uint8Array(16) })
  const rewrite = async () => (await PDFDocument.load(pdf, { updateMetadata: false })).save()
  const saved = await rewrite()
  return { rewrite, sign: () => signFile(saved, { credential, at: 0 }) }
}
