import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'

export type LongLane = 'long' | 'answers-lost' | 'browser' | 'firefox'
export interface LongFile {
  readonly lane: LongLane
  readonly file: string
}
export interface Drawn extends LongFile {
  /** By changed files. */
  readonly touched: boolean
}

const api = (...names: readonly string[]) => names.map((name) => `tests/api/${name}`)
const browser = (...names: readonly string[]) => names.map((name) => `tests/browser/${name}`)
const process_ = (...names: readonly string[]) => names.map((name) => `tests/process/${name}`)
const SIMULATION = 'tests/simulation/simulation'

/**
 * Which files of the long lane a change of the source touches, by the beginnings of their paths. Every line that fits a changed path counts.
 * `tests/platform/share.test.ts` refuses a line that leads from or to nowhere, and a long test that no source leads to.
 */
export const TOUCHED_BY: Readonly<Record<string, readonly string[]>> = {
  'cli/': process_('chaos', 'kill', 'restarts', 'roles'),
  'cli/backup/': process_('backup'),
  'cli/demo/': process_('demo'),
  'cli/migrate': process_('migrate'),
  'command-api/accounts/': [...api('accounts', 'example', 'permissions', 'terms'), ...browser('logins', 'terms')],
  'command-api/bulk-mapping/': api('bulk-mapping'),
  'command-api/bulk-sends/': process_('bulk-send-killed'),
  'command-api/contacts/': api('contacts', 'deletion'),
  'command-api/edge/': [...api('client-address', 'edge', 'hostile', 'integrating', 'request-deadline', 'traces'), ...process_('too-late')],
  'command-api/inbox/': [...api('inbox-broadcaster', 'notifications'), ...browser('notifications')],
  'command-api/live/': [
    ...api('inbox-broadcaster', 'list-broadcaster', 'live', 'pack-rooms'),
    ...process_('live-return'),
    ...browser('live-', 'presence'),
  ],
  'command-api/pack/': [
    ...api('appendices', 'copies', 'decisions', 'documents', 'file-fields', 'following', 'large-forms', 'replacing', 'signing'),
    ...browser('appendices', 'form-import', 'in-person', 'signature-capture', 'signing'),
  ],
  'command-api/person-data/': [...api('deletion', 'retention'), ...process_('erasing-killed')],
  'command-api/replay/': [...api('replay'), ...browser('replay', 'visits')],
  'command-api/documents/': api(''),
  'compose.yaml': process_('image'),
  Dockerfile: process_('image'),
  'processes/': [...process_('chaos', 'kill', 'roles'), SIMULATION],
  'processes/anchoring/': api('evidence', 'forgery', 'records'),
  'processes/bulk-sends/': process_('bulk-send-killed'),
  'processes/conversion/': [...api('file-passwords', 'intake', 'replacing'), 'tests/pdf/corpus'],
  'processes/deletion/': [...api('deletion'), ...process_('erasing-killed')],
  'processes/dry-runs/': api('bulk-mapping'),
  'processes/guard/': [...api('evidence', 'forgery'), ...browser('records')],
  'processes/notifications/': [...api('notification-rules'), ...browser('notification-rules')],
  'processes/requests/': [...api('outbox'), ...browser('request-sheet', 'stale')],
  'processes/retention/': [...api('retention'), ...browser('records')],
  'processes/sealing/': [...api('sealing', 'seals-of-all'), ...browser('beside-the-seal')],
  'projections/': [SIMULATION, ...process_('long-documents')],
  'projections/contacts/': api('contacts'),
  'projections/dry-runs/': api('bulk-mapping'),
  'projections/list/': [...api('documents', 'list-broadcaster'), ...browser('list', 'live-list')],
  'shared/contract/': api('integrating'),
  'shared/domain/': [SIMULATION],
  'shared/domain/pack/': [...api('permissions', 'signing'), ...browser('live-together'), 'tests/web/live/'],
  'shared/domain/pack/rules/': ['tests/domain/pack/rule-histories', 'tests/pdf/left-out'],
  'shared/pdf/': [...browser('pixels', 'random-pages'), 'tests/pdf/corpus', 'tests/pdf/random-pages'],
  'shared/pdf/intake/': [...api('intake'), 'tests/pdf/mutations'],
  'shared/pdf/sealing/': [...api('sealing'), 'tests/pdf/another-judge', 'tests/pdf/verification-changes'],
  'shared/pdf/signature/': ['tests/pdf/another-judge'],
  'shared/pdf/signature-image/': [...api('image-uploads'), ...browser('signature-capture')],
  'shared/pdf/verification/': [...api('verification'), 'tests/pdf/another-judge', 'tests/pdf/verification-changes'],
  'shared/platform/command-handler/': ['tests/platform/command-handler-postgres'],
  'shared/platform/event-log/': [...api('eventstoredb'), ...process_('conformance', 'kill', 'migrate'), 'tests/conformance/event-log'],
  'shared/platform/mongodb/': ['tests/conformance/mongodb', ...process_('backup-gridfs')],
  'shared/platform/ownership/': process_('roles'),
  'shared/platform/postgres/': [...api('silent-lines'), ...process_('lines-cut', 'restarts', 'too-late')],
  'shared/platform/snapshots/': process_('long-documents'),
  'shared/platform/temp-downloads/': [...api('temp-downloads'), ...browser('temp-downloads')],
  'web/features/appendices/': browser('appendices'),
  'web/features/applications/': browser('applications'),
  'web/features/auth/': browser('logins', 'support', 'terms', 'workspaces'),
  'web/features/bulk-mapping/': browser('bulk-mapping'),
  'web/features/contacts/': browser('contacts', 'editing'),
  'web/features/documents/': browser('bulk-actions', 'journey', 'list', 'live-list'),
  'web/features/editor/': browser(
    'arranging',
    'by-finger',
    'clipboard',
    'dialogs',
    'editing',
    'editor.spec',
    'editor-documents',
    'live-together',
    'presence',
  ),
  'web/features/evidence/': browser('beside-the-seal'),
  'web/features/fields/': browser('webkit'),
  'web/features/form-import/': browser('form-import'),
  'web/features/my-signatures/': browser('signature-capture'),
  'web/features/notification-rules/': browser('notification-rules'),
  'web/features/notifications/': browser('notifications'),
  'web/features/outbox/': browser('stale'),
  'web/features/people/': browser('management', 'support'),
  'web/features/pages/': browser('pages-many', 'pixels'),
  'web/features/progress/': browser('visits'),
  'web/features/replay/': browser('replay', 'visits'),
  'web/features/request-signatures/': browser('request-sheet'),
  'web/features/records/': browser('records'),
  'web/features/signature/': browser('signature-capture', 'webkit'),
  'web/features/signing/': browser('in-person', 'signing', 'webkit'),
  'web/features/temp-downloads/': browser('temp-downloads'),
  'web/features/templates/': browser('templates'),
  'web/features/verify/': browser('verify'),
  'web/live/': ['tests/web/live/', ...browser('live-', 'outage')],
  'web/monitoring/': browser('monitoring'),
  'web/sign-only/': browser('webkit'),
  'web/ui/': browser('dialogs', 'messages', 'outage', 'targets'),
}

/**
 * All of the long lane in the order in which a share of it is played: the tests that were changed, those that the change touches, the rest; each
 * of these as the seed draws it. A file keeps its place among the others when some come or go.
 *
 * @param sources the text of every file of the tests, by its path
 */
export function drawn(
  all: readonly LongFile[],
  seed: string,
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
): readonly Drawn[] {
  const lot = ({ lane, file }: LongFile) => createHash('sha256').update(`${seed} ${lane} ${file}`).digest('hex')
  return all
    .map((each) => ({ each, rank: rankOf(each.file, changed, sources), lot: lot(each) }))
    .sort((a, b) => a.rank - b.rank || (a.lot < b.lot ? -1 : 1))
    .map(({ each, rank }) => ({ ...each, touched: rank < 2 }))
}

function rankOf(file: string, changed: readonly string[], sources: ReadonlyMap<string, string>): 0 | 1 | 2 {
  if (changed.includes(file)) return 0
  const touches = (path: string) =>
    path.startsWith('tests/')
      ? sources.get(file)?.includes(`/${basename(path)}'`)
      : Object.entries(TOUCHED_BY).some(([source, tests]) => path.startsWith(source) && tests.some((test) => file.startsWith(test)))
  return changed.some(touches) ? 1 : 2
}

/** What is played at once: the next of the order, with as many as follow it in the same lane. */
export function nextBatch(left: readonly Drawn[], most: Readonly<Record<LongLane, number>>): readonly Drawn[] {
  const [first] = left
  if (!first) return []
  return left.filter(({ lane, touched }) => lane === first.lane && touched === first.touched).slice(0, most[first.lane])
}

/**
 * The files that differ from a commit: the one given, else where this branch left `main`, else, on `main` itself, the last one from twelve hours
 * before the newest. Null where there is no history.
 */
export function changedSince(given: string | undefined): { readonly base: string; readonly files: readonly string[] } | null {
  const base = given ?? branchPoint() ?? halfADayBefore()
  return base ? { base, files: git('diff', '--name-only', base)?.split('\n') ?? [] } : null
}

function branchPoint(): string | null {
  const head = git('rev-parse', 'HEAD')
  const points = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name))
  return points.find((point) => point && point !== head) ?? null
}

function halfADayBefore(): string | null {
  const newest = git('log', '-1', '--format=%ct')
  return newest && git('rev-list', '-1', `--before=${Number(newest) - 12 * 3_600}`, 'HEAD')
}

/** Null where git fails or has nothing to say. */
function git(...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
  } catch {
    return null
  }
}
