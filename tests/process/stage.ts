import { setImmediate as tick } from 'node:timers/promises'
import { isRefused, type RecordedEvent } from '#domain/kernel'
import { ACCEPTED_AS_IT_IS, pack as aggregate, codec, decide, type PackCommand, type PackFact, type PackState } from '#domain/pack'
import { commandHandler } from '#platform/command-handler'
import { openEvents } from '#platform/event-codec'
import { memoryEventLog } from '#platform/event-log'
import { memoryKeyIndex } from '#platform/key-index'
import { memorySubjectKeys } from '#platform/subject-keys'
import { memoryProcessStore, type Processes, type ProcessesDeps, recordBounce, startProcesses } from '#processes'
import { filePasswords } from '#processes/conversion'
import type { DeletionLine } from '#processes/deletion'
import { type Given, idOf, NOW, type World as Story } from '#tests/pack'
import { packsSharing } from '#tests/packs-sharing'
import { testWorld } from '#tests/world'
import { personalWorkspaces } from '../../command-api/accounts/personal-workspace.ts'
import { accountStreams } from '../../command-api/accounts/streams.ts'
import { NO_BULK_SENDS } from '../support/no-bulk-sends.ts'
import {
  type JobRow,
  type Letterbox,
  letterboxMailer,
  memoryFiles,
  plainIntake,
  plainSealer,
  type Stored,
  survivingJobs,
} from './doubles.ts'
import { type Life, life, mortal } from './mortal.ts'

type LinksDeps = ProcessesDeps['links']

export const PACK = idOf('pack')
export const STREAM = `pack-${PACK}`
export const CREATOR = { name: 'Mira Castell', email: 'mira@example.com' }

/** What outlives a server: the log, the stores, the outside world. */
export function stage() {
  const world = testWorld({ start: new Date(Date.parse(NOW) + 3_600_000).toISOString() })
  const log = memoryEventLog(world)
  const keys = memorySubjectKeys(world)
  const keyIndex = memoryKeyIndex()
  const positions = new Map<string, string>()
  const jobs = new Map<string, JobRow>()
  const files = new Map<string, Stored>()
  const disk = { full: false }
  const post: Letterbox = { rows: new Map(), delivered: [], mood: 'takes' }
  const progress: string[] = []
  const passwords = filePasswords(world.timers)
  const forgotten: string[] = []
  const deletions: DeletionLine[] = []
  const rewritten: string[] = []
  /** Secrets taken from people outside the log. */
  const ended: string[] = []
  const links = new Map<string, { owner: string; purpose: string }>()
  // People's own time goes on: a command of theirs that loses a race tries again without the test's moving the clock.
  const timers = { after: (ms: number, task: () => void) => clearTimeout.bind(null, setTimeout(task, ms)) }
  const outside = commandHandler({ log, keys, world: { ...world, timers } })

  /** A server, for as long as it lives. */
  function server(own: Life = life(), over: Partial<ProcessesDeps> = {}): Promise<Processes> {
    const mortalLog = mortal(log, own, 'log', ['append', 'remove'])
    const handler = commandHandler({ log: mortalLog, keys, world })
    const queue = mortal(survivingJobs(jobs, world, own), own, 'jobs', ['send'])
    return startProcesses({
      world,
      log: mortalLog,
      keys: mortal(keys, own, 'keys', ['destroy', 'destroyAll']),
      handler,
      keyIndex: mortal(keyIndex, own, 'keyIndex', ['register', 'removeLinks', 'removeOf']),
      files: mortal(memoryFiles(files, disk), own, 'files', ['reserve', 'store', 'open', 'remove', 'removeOfPack']),
      jobs: queue,
      store: mortal(memoryProcessStore({ jobs: queue, log }, positions), own, 'positions', ['commit']),
      mailer: letterboxMailer(post, own),
      assignToWorkspace: async () => undefined,
      links: mortal(
        { keep: async (token, { owner, purpose }) => void links.set(token, { owner, purpose }) } satisfies LinksDeps,
        own,
        'links',
        ['keep'],
      ),
      passwords,
      intake: mortal(plainIntake, own, 'intake', ['convert']),
      sealer: mortal(plainSealer, own, 'sealer', ['stamp', 'sign']),
      credential: async () => ({ kind: 'pem', certificate: '', privateKey: '' }),
      sealStandard: { level: 'B-B', timestamps: null },
      deletions: mortal({ lines: async () => deletions, add: async (line: DeletionLine) => void deletions.push(line) }, own, 'deletions', [
        'add',
      ]),
      recipientRows: { erase: async () => [] },
      sharersOf: async (pack) => packsSharing(files.values(), pack),
      forgetRows: async (stream) => {
        await own.step('before the rows are forgotten')
        forgotten.push(stream)
      },
      people: {
        mailer: letterboxMailer(post, own),
        sessions: mortal({ endAllOf: async (owner: string) => ended.push(owner) }, own, 'sessions', ['endAllOf']),
        passwords: { remove: async (user) => void ended.push(`password ${user}`) },
        links: { removeOf: async (user) => void ended.push(`links ${user}`) },
        imagesOf: async (pack) => [...files].flatMap(([key, stored]) => (stored.pack === pack && key !== 'pages' ? [key] : [])),
        dropDownloads: async () => own.step('before the downloads are dropped'),
        releaseAddress: async (user, email) => void ended.push(`address ${user} ${email}`),
        rewriteRows: async (stream) => {
          await own.step('before the rows are rewritten')
          rewritten.push(stream)
        },
      },
      accounts: personalWorkspaces(accountStreams(handler, new Uint8Array(32))),
      underWay: async () => [PACK],
      packsOfOwner: async () => [],
      senderOf: async () => ({ workspaceName: 'Castell & Sons', senderName: CREATOR.name, senderEmail: CREATOR.email }),
      makerOf: async () => CREATOR,
      memberOf: async () => null,
      bulkSends: NO_BULK_SENDS,
      administratorOf: async () => null,
      progress: (_pack, kind, _document, done, total) => void progress.push(`${kind} ${done}/${total}`),
      config: {
        publicUrl: 'https://sign.example.com',
        defaultCountry: 'ZA',
        maxAttachmentBytes: 10_000,
        tokenKey: new Uint8Array(32).fill(7),
      },
      ...over,
    })
  }

  /** As `paraph bounce` does, next to the server. */
  function mailComesBack(messageId: string, detail: string): Promise<string | null> {
    const handler = commandHandler({ log, keys, world })
    return recordBounce({ handler, defaultCountry: 'ZA', mailer: letterboxMailer(post, life()) }, messageId, detail)
  }

  async function events(): Promise<readonly RecordedEvent<PackFact>[]> {
    return openEvents(await log.read(STREAM, 0n, 10_000), codec, keys)
  }
  const state = async (): Promise<PackState> => (await outside.load(STREAM, aggregate)).state

  let requests = 0
  /** As the API would: facts of a story, or commands that are decided now. */
  async function append(decision: (now: PackState) => readonly PackFact[]): Promise<void> {
    const actor = { principal: `user:${idOf('creator')}`, capacity: 'team' } as const
    const outcome = await outside.handle({
      stream: STREAM,
      aggregate,
      decide: decision,
      origin: { actor, correlation: 'test', causation: `request ${requests++}` },
    })
    if ('refused' in outcome) throw new Error(outcome.refused)
  }

  return {
    world,
    log,
    keys,
    keyIndex,
    jobs,
    files,
    disk,
    post,
    progress,
    passwords,
    forgotten,
    rewritten,
    ended,
    deletions,
    links,
    server,
    mailComesBack,
    events,
    state,
    happened: (story: Story) => append(() => story.events.map(({ fact }) => fact)),
    async command(...commands: readonly Given[]) {
      for (const asked of commands) {
        await append((now) => {
          const command: PackCommand = typeof asked === 'function' ? asked({ state: now, events: [] }) : asked
          const context = {
            now: new Date(world.clock.now()).toISOString(),
            principal: 'user:x',
            defaultCountry: 'ZA',
            typesetting: ACCEPTED_AS_IT_IS,
          }
          const decision = decide(command, now, context)
          if (isRefused(decision)) throw new Error(`${command.do} was refused: ${decision.refused}`)
          return decision
        })
      }
    },
    /** Lets everything happen that can, and time pass where nothing else does, until it is so. */
    async until(holds: () => Promise<boolean> | boolean, what = 'what was waited for'): Promise<void> {
      for (let round = 0; round < 300; round++) {
        for (let turn = 0; turn < 12; turn++) await tick()
        if (await holds()) return
        if (round % 3 === 2) world.advance(30_000)
      }
      throw new Error(`it never came to ${what}`)
    },
    /** Lets everything happen that can without time passing. */
    async rest(): Promise<void> {
      for (let turn = 0; turn < 100; turn++) await tick()
    },
    async count(type: PackFact['type']): Promise<number> {
      return (await events()).filter(({ fact }) => fact.type === type).length
    },
  }
}
export type Stage = ReturnType<typeof stage>
