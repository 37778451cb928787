import {
  bulkSend as bulkSendAggregate,
  listNow,
  type MappingProblem,
  mappingProblem,
  pinsOf,
  type RowValues,
  rowChecker,
  rowsWanted,
  savedMapping,
} from '#domain/bulk-send'
import { contactListsOf, contacts } from '#domain/contacts'
import { pack as packAggregate } from '#domain/pack'
import { recipientLists } from '#domain/recipient-lists'
import { typesettingWith } from '#pdf/appearance'
import { loadMetrics } from '#pdf/text-layout'
import { type CommandHandler, commandsOf } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { Mailer } from '#platform/mail'
import type { World } from '#platform/ports'
import { DRY_RUN_QUEUE, type DryRunData, type DryRuns, type ProblemKind, type ProblemRow } from '#projections/dry-runs'
import type { RecipientRows } from '#projections/recipient-rows'

export interface DryRunDeps {
  readonly handler: CommandHandler
  readonly dryRuns: DryRuns
  readonly recipientRows: Pick<RecipientRows, 'page' | 'count'>
  readonly mailer: Pick<Mailer, 'bouncedOf'>
  readonly world: Pick<World, 'clock' | 'timers'>
  readonly defaultCountry: string
}

const SETTINGS = { retries: 3, backoff: { firstSeconds: 1, maxSeconds: 30 }, concurrency: 1, timeoutSeconds: 1_800 }
const PAGE = 500
/** Others wait this long at most, in milliseconds, before it is their turn. */
const TURN_MS = 15

/** Before the jobs are started. */
export function defineDryRuns(jobs: Pick<Jobs, 'define'>, deps: DryRunDeps): void {
  jobs.define(DRY_RUN_QUEUE, (data) => carryOut(deps, data as unknown as DryRunData), {
    ...SETTINGS,
    onExhausted: (data) => deps.dryRuns.fail((data as unknown as DryRunData).report, 'gave-up'),
  })
}

/** Checks every row that the filter keeps. Nothing is appended; interrupted, it begins again. */
export async function carryOut(deps: DryRunDeps, { bulkSend, report }: DryRunData): Promise<void> {
  const { handler, dryRuns, recipientRows, mailer, world, defaultCountry } = deps
  const state = await commandsOf(bulkSendAggregate, handler).load(bulkSend)
  const { template: origin, workspace } = state
  if (origin === null) return dryRuns.fail(report, 'bulk-send-without-template')
  const version = listNow(state, await commandsOf(recipientLists, handler).load(workspace))
  if (version === null) return dryRuns.fail(report, 'bulk-send-without-list')
  const template = await commandsOf(packAggregate, handler).load(origin)
  const now = new Date(world.clock.now()).toISOString()
  const day = now.slice(0, 10)
  const pins = pinsOf(state, { template, version, day })
  const question = { ...rowsWanted(state, version), today: day }
  const columns = version.columns.map(({ name }) => name)
  const check = rowChecker({
    mapping: savedMapping(state),
    template,
    columns,
    dates: version.format.dates,
    context: {
      now,
      principal: `user:${state.creator}`,
      defaultCountry,
      typesetting: typesettingWith(await loadMetrics()),
      ...(template.settings.onlyContacts && { contactLists: contactListsOf(await commandsOf(contacts, handler).load(workspace)) }),
    },
    sends: state.type === 'create_and_send',
  })
  if ('refused' in check) return dryRuns.fail(report, check.refused)
  const count = await recipientRows.count(question)
  if ('refused' in count) return dryRuns.fail(report, count.refused)
  if (!(await dryRuns.start(report, { pins, rows: count.rows }))) return

  const repeated = repetitions()
  const bounced = await mailer.bouncedOf(workspace)
  const kinds = new Map<string, ProblemKind>()
  const turn = turns(world)
  let checked = 0
  for (let after: string | null = null; ; ) {
    const page = await recipientRows.page({ ...question, after, limit: PAGE })
    if ('refused' in page) return dryRuns.fail(report, page.refused)
    const found: ProblemRow[] = []
    for (const { number, values } of page.rows) {
      const row = check(values)
      const problems = [...row.problems, ...cameBack(bounced, row.values), ...repeated(number, row.values)]
      if (problems.length > 0) found.push({ number, isWarning: row.problems.length === 0, problems })
      for (const problem of problems) tally(kinds, problem)
      await turn()
    }
    checked += page.rows.length
    if (!(await dryRuns.record(report, checked, found))) return
    if (page.cursor === null) break
    after = page.cursor
  }
  await dryRuns.finish(report, [...kinds.values()].sort((a, b) => b.rows - a.rows).slice(0, MOST_KINDS))
}

const MOST_KINDS = 100

/** Other work of this process has its turn in between. */
function turns({ clock, timers }: Pick<World, 'clock' | 'timers'>): () => Promise<void> {
  let since = clock.now()
  return async () => {
    if (clock.now() - since < TURN_MS) return
    await new Promise<void>((done) => timers.after(0, done))
    since = clock.now()
  }
}

/** Addresses that an earlier row gave the same signer. They may be meant: they keep nothing from being sent. */
function repetitions(): (number: number, values: RowValues) => readonly MappingProblem[] {
  const seen = new Map<string, number>()
  return (number, { signers }) =>
    Object.entries(signers).flatMap(([key, { email }]) => {
      const address = `${key} ${email.toLowerCase()}`
      const row = seen.get(address)
      if (email === '' || row !== undefined) {
        return row === undefined ? [] : [mappingProblem('address-repeated', { of: 'signer', key, part: 'email' }, { row })]
      }
      seen.set(address, number)
      return []
    })
}

/** Addresses from which a mail came back. They may be in order by now: they keep nothing from being sent. */
function cameBack(bounced: ReadonlySet<string>, { signers, copies }: RowValues): readonly MappingProblem[] {
  const among = (of: 'signer' | 'copy', people: RowValues['signers']) =>
    Object.entries(people).flatMap(([key, { email }]) =>
      bounced.has(email.toLowerCase()) ? [mappingProblem('address-bounced', { of, key, part: 'email' })] : [],
    )
  return [...among('signer', signers), ...among('copy', copies)]
}

function tally(kinds: Map<string, ProblemKind>, { code, message }: MappingProblem): void {
  // Rows and counts in the words of one problem would make a kind of each row.
  const kind = code === 'address-repeated' ? code : message
  const known = kinds.get(kind)
  kinds.set(kind, { code, message: known?.message ?? message, rows: (known?.rows ?? 0) + 1 })
}
