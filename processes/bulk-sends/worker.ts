import {
  bulkSend as aggregate,
  type BulkSend,
  type BulkSendCommand,
  documentOfRow,
  type MappedTemplate,
  mappingOf,
  type RowFailure,
  type RowValues,
  rowResolver,
  templateDigest,
} from '#domain/bulk-send'
import { disclosed } from '#domain/kernel'
import { evolve, initial, isEmail, liveSignatories, ownerOf, type PackState, type TeamWho } from '#domain/pack'
import { streamOfWorkspace, successorOf, workspace as workspaceAggregate } from '#domain/workspace'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { Handler, Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { World } from '#platform/ports'
import { defineProcess, derivedId, MAILS, type NeedsFor, type Packs, packsFor, type Queue, TIMERS, TooEarly } from '#processes/engine'
import { withdrawnMail } from './mail.ts'
import { bulkSends, type EachData, FEED, type FeedData, feedOf, keyOfRow, REMIND, ROWS, type RowData, VOID } from './process.ts'

/** Rows of the list as it was when the bulk send was activated. */
export interface BulkSendRows {
  /** Names of the columns, and how dates are written; null: the list, or what it held then, is gone. */
  columns(of: BulkSend): Promise<Pick<MappedTemplate, 'columns' | 'dates'> | null>
  /** Rows that meet the filter, in the order of their numbers; null as above. */
  page(
    of: BulkSend,
    after: string | null,
    limit: number,
  ): Promise<{ readonly rows: readonly number[]; readonly cursor: string | null } | null>
  /** Values of one row; null: it was erased. */
  find(of: BulkSend, row: number): Promise<readonly string[] | null>
}

export interface BulkSendsDeps {
  readonly packs: Packs
  readonly handler: CommandHandler
  readonly jobs: Pick<Jobs, 'send'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly clock: World['clock']
  readonly rows: BulkSendRows
  readonly documents: {
    make(of: {
      readonly bulkSend: string
      readonly description: string
      readonly workspace: string
      readonly creator: string
      readonly template: string
      readonly state: PackState
      readonly row: number
      readonly values: RowValues
      readonly send: boolean
    }): Promise<string | null>
  }
  readonly sentBy: {
    /** Documents that wait for signatures, every one that was made before the question; null: it has not received all of them yet. */
    awaiting(bulkSend: string, after: string, limit: number): Promise<readonly string[] | null>
    /** It may lag behind: a row that is asked for again keeps its document. */
    listed(packs: readonly string[]): Promise<ReadonlySet<string>>
  }
  /** A member with what they may do there now; null: they left. */
  memberOf(user: string, workspace: string): Promise<TeamWho | null>
  senderOf(workspace: string, user: string): Promise<{ readonly senderName: string }>
  readonly defaultCountry: string
}

/** A bulk send that goes on. */
type Running = BulkSend & { readonly run: NonNullable<BulkSend['run']>; readonly template: string }

/** Rows that become jobs together: whether it may go on is asked before each page. */
const PAGE = 200
const HOUR_MS = 3_600_000
const SETTINGS = { retries: 12, backoff: { firstSeconds: 2, maxSeconds: 600 }, concurrency: 2, timeoutSeconds: 120 }
const MAY_MAKE = ['can_browse', 'can_view_bulk_sends', 'can_do_bulk_actions', 'can_upload_documents']

export function bulkSendsQueues(deps: BulkSendsDeps): readonly Queue[] {
  const { packs, jobs, clock, rows, documents, sentBy, memberOf } = deps
  const bulkSendsOf = commandsOf(aggregate, deps.handler)

  const perform = (key: string, command: BulkSendCommand, cause: string) =>
    bulkSendsOf.perform({
      key,
      who: { as: 'process' },
      commands: [command],
      origin: {
        actor: { principal: 'process:bulk-sends', capacity: 'process', proof: 'installation' },
        correlation: key,
        causation: cause,
      },
    })
  /** As it is, where this run still goes on. */
  async function running(bulkSend: string, number: number): Promise<Running | null> {
    const state = await bulkSendsOf.load(bulkSend)
    const { run, template } = state
    const goesOn = state.status === 'active' && run?.number === number && !state.archived && !state.undone
    return goesOn && template !== null ? { ...state, run, template } : null
  }
  /** Why the run cannot go on as it was confirmed. */
  function obstacle(state: Running, template: PackState, member: TeamWho | null) {
    if (!template.exists || templateDigest(state.template, template) !== state.run.pins.template) return 'template-changed' as const
    if (member === null) return 'member-left' as const
    return MAY_MAKE.every((permission) => member.permissions.has(permission)) ? null : ('not-permitted' as const)
  }

  /** A member; or, of one who left, who took over: also before that is recorded of the bulk send. */
  async function inNameOf(user: string, workspace: string): Promise<TeamWho | null> {
    const member = await memberOf(user, workspace)
    if (member !== null) return member
    const successor = successorOf((await deps.handler.load(streamOfWorkspace(workspace), workspaceAggregate)).state, user)
    return successor === null ? null : memberOf(successor, workspace)
  }
  const confirmedWith = ({ template, run, workspace }: Running) => Promise.all([packs.load(template), inNameOf(run.user, workspace)])

  const feed: Handler = async (data, job) => {
    const { bulkSend, run, after, fed } = data as FeedData
    const state = await running(bulkSend, run)
    if (!state) return
    const start = Math.max(Date.parse(state.run.since), state.whenToRun === null ? 0 : Date.parse(state.whenToRun))
    if (clock.now() < start) throw new TooEarly()
    const stopped = obstacle(state, ...(await confirmedWith(state)))
    const page = stopped === null ? await rows.page(state, after, PAGE) : null
    const because = stopped ?? (page === null ? 'list-changed' : null)
    if (because !== null || page === null) return void (await perform(bulkSend, { do: 'StopBulkSend', because: because! }, job.key))
    const there = await sentBy.listed(page.rows.map((row) => documentOfRow(bulkSend, row)))
    let count = fed
    for (const row of page.rows) {
      if (there.has(documentOfRow(bulkSend, row))) continue
      const notBefore = state.perHour === null ? {} : { notBefore: start + Math.floor((count * HOUR_MS) / state.perHour) }
      await jobs.send(ROWS, { bulkSend, run, row }, { key: keyOfRow(bulkSend, run, row), ...notBefore })
      count += 1
    }
    if (page.cursor === null) return
    const { queue, data: next, key } = feedOf({ bulkSend, run, after: page.cursor, fed: count })
    await jobs.send(queue, next, { key })
  }

  const failed = ({ bulkSend, row }: RowData, because: RowFailure, refusal: string | null, cause: string) =>
    perform(bulkSend, { do: 'RecordRowFailed', row, because, refusal }, cause)

  const make: Handler = async (data, job) => {
    const asked = data as RowData
    const { bulkSend, run, row } = asked
    const state = await running(bulkSend, run)
    // An earlier attempt was perhaps cut off between the document and the look at the undo.
    if (!state) return withdrawOfUndone(asked)
    // Asked for together: they share a look at the log's end.
    const [[template, member], table, cells] = await Promise.all([confirmedWith(state), rows.columns(state), rows.find(state, row)])
    // A row may have waited for hours since it was fed.
    const stopped = obstacle(state, template, member)
    if (stopped !== null) return void (await perform(bulkSend, { do: 'StopBulkSend', because: stopped }, job.key))
    if (table === null) return void (await perform(bulkSend, { do: 'StopBulkSend', because: 'list-changed' }, job.key))
    if (cells === null) return void (await failed(asked, 'row-missing', null, job.key))
    const { values, problems } = resolverOf(state, template, table)(cells)
    if (problems.length > 0) return void (await failed(asked, 'invalid', problems[0]!.code, job.key))
    const refusal = await documents.make({
      bulkSend,
      description: disclosed(state.description, ''),
      workspace: state.workspace,
      creator: member!.user,
      template: state.template,
      state: template,
      row,
      values,
      send: state.type === 'create_and_send',
    })
    if (refusal !== null) return void (await failed(asked, 'refused', refusal, job.key))
    await withdrawOfUndone(asked)
  }
  /** A document that was made while somebody undid the bulk send: who looked for documents could not know of it yet. */
  async function withdrawOfUndone({ bulkSend, row }: RowData): Promise<void> {
    const { undone: user } = await bulkSendsOf.load(bulkSend)
    const only = documentOfRow(bulkSend, row)
    if (user === null || !(await packs.load(only)).exists) return
    const cause = `${VOID}:${bulkSend}:${row}`
    await jobs.send(VOID, { bulkSend, cause, user, after: '', only }, { key: cause })
  }

  // A mapping is read once for all rows of a run.
  const resolvers = new WeakMap<PackState, { readonly run: BulkSend['run']; readonly resolve: ReturnType<typeof rowResolver> }>()
  function resolverOf(state: BulkSend, template: PackState, table: Pick<MappedTemplate, 'columns' | 'dates'>) {
    const known = resolvers.get(template)
    if (known?.run === state.run) return known.resolve
    const mapped = { mapping: mappingOf(state), template, ...table, config: { defaultCountry: deps.defaultCountry } }
    const resolve = rowResolver(mapped)
    resolvers.set(template, { run: state.run, resolve })
    return resolve
  }

  /** All documents that wait for signatures, page by page. */
  const eachAwaiting =
    (queue: string, one: (pack: string, asked: EachData, who: TeamWho, job: Parameters<Handler>[1]) => Promise<void>): Handler =>
    async (data, job) => {
      const asked = data as EachData
      const { workspace } = await bulkSendsOf.load(asked.bulkSend)
      const who = await inNameOf(asked.user, workspace)
      const all = asked.only === undefined ? () => sentBy.awaiting(asked.bulkSend, asked.after, PAGE) : () => [asked.only!]
      const found = who === null ? [] : await all()
      if (found === null) throw new TooEarly()
      for (const pack of found) await one(pack, asked, who!, job)
      const last = found.at(-1)
      if (found.length === PAGE && last) await jobs.send(queue, { ...asked, after: last }, { key: `${asked.cause}:${last}` })
    }

  const withdraw = async (pack: string, { cause }: EachData, who: TeamWho, job: Parameters<Handler>[1]) => {
    const reverted = await packs.perform(pack, { do: 'RevertToSetup' }, { cause, step: 'withdrawn' }, who)
    if (reverted.refused !== null) return
    let before = initial
    for (const { fact, meta, revision } of await packs.history(pack)) {
      if (fact.type === 'RevertedToSetup' && meta.causation === cause) return void (await write(pack, before, cause, job))
      before = evolve(before, fact, { time: meta.time, revision, principal: meta.actor.principal })
    }
  }
  async function write(pack: string, before: PackState, cause: string, job: Parameters<Handler>[1]): Promise<void> {
    const { senderName } = await deps.senderOf(before.workspace, ownerOf(before))
    for (const signer of liveSignatories(before)) {
      const to = disclosed(signer.email, '').trim()
      const wasAsked = signer.asked && (signer.status === 'complete' || signer.status === 'awaiting_signatures')
      if (!wasAsked || !isEmail(to)) continue
      const mail = withdrawnMail(before, signer, senderName)
      const key = `${cause}:${pack}:${signer.uuid}`
      await deps.mailer.send({ key, owner: pack, workspace: before.workspace, kind: 'withdrawal', to, ...mail }, job)
    }
  }

  const remind = async (pack: string, { cause }: EachData, who: TeamWho) => {
    const state = await packs.load(pack)
    for (const { uuid, status, asked } of liveSignatories(state)) {
      if (status !== 'awaiting_signatures' || !asked) continue
      const request = derivedId(cause, pack, uuid)
      await packs.perform(pack, { do: 'ResendRequest', signatory: uuid, request }, { cause, step: uuid }, who)
    }
  }

  const gaveUp = async (data: Parameters<Handler>[0], key: string) => void (await failed(data as RowData, 'gave-up', null, key))
  return [
    { name: FEED, handler: feed, settings: TIMERS },
    { name: ROWS, handler: make, settings: { ...SETTINGS, concurrency: 4, onExhausted: gaveUp } },
    { name: VOID, handler: eachAwaiting(VOID, withdraw), settings: MAILS },
    { name: REMIND, handler: eachAwaiting(REMIND, remind), settings: SETTINGS },
  ]
}

type Needs = Omit<NeedsFor<Omit<BulkSendsDeps, 'clock' | 'rows' | 'documents' | 'sentBy'>, 'defaultCountry'>, never> & {
  readonly world: Pick<World, 'clock'>
  readonly bulkSends: Pick<BulkSendsDeps, 'rows' | 'documents' | 'sentBy'>
}

export const bulkSendsProcess = defineProcess({
  process: bulkSends,
  queues: ({ handler, config, world, bulkSends: own, ...needs }: Needs) =>
    bulkSendsQueues({
      ...needs,
      ...own,
      ...config,
      handler,
      clock: world.clock,
      packs: packsFor('bulk-sends', { handler, ...config }),
    }),
})
