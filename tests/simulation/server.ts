import { effectivePermissions, NO_DIFFERENCES } from '#domain/workspace'
import { type CommandHandler, commandHandler } from '#platform/command-handler'
import type { Snapshots } from '#platform/snapshots'
import type { SubjectKeys } from '#platform/subject-keys'
import { memoryProcessStore, startProcesses } from '#processes'
import { filePasswords } from '#processes/conversion'
import type { PackRow } from '#projections/list'
import { forgetRows, startProjections } from '#projections/runner'
import { packsSharing } from '#tests/packs-sharing'
import { type AccountParts, type Accounts, createAccounts, createMembers, type Members } from '../../command-api/accounts/index.ts'
import { bulkSendDocuments } from '../../command-api/bulk-sends/documents.ts'
import type { Copying } from '../../command-api/pack/copy.ts'
import { type Packs, packs } from '../../command-api/pack/packs.ts'
import type { Environment } from './environment.ts'
import type { Host } from './host.ts'
import { startRetentionRounds } from './keeping.ts'
import { doorOn } from './login-model.ts'
import { plainIntake, plainSealer } from './pdf-model.ts'
import { LIST, readModels } from './read-models.ts'
import { bulkSendRows } from './recipients.ts'
import type { Ask } from './tables.ts'

export type Role = 'api' | 'projections' | 'processes'

/** A server process on its machine: what the program composes in production, on ports that the house lends it. */
export interface Server {
  readonly machine: Host
  readonly handler: CommandHandler
  /** As the whole process reaches them. */
  readonly keys: SubjectKeys
  /** The calls of the API, without HTTP around them. */
  readonly packs: Packs
  readonly members: Members
  readonly accounts: Accounts
  /** Further inputs of some of them. */
  readonly services: Copying['services']
  /** Rejects where a process that must be there could not be started. */
  readonly started: Promise<void>
}

export const TOKEN_KEY = new Uint8Array(32).fill(7)
export const PUBLIC_URL = 'https://sign.example.com'
export const COUNTRY = 'ZA'
const EVERYTHING = effectivePermissions('administrator', NO_DIFFERENCES)
export const CREATOR = { name: 'Mira Castell', email: 'mira@example.com' }

export function startServer(house: Environment, machine: Host, roles: readonly Role[]): Server {
  const log = house.logOn(machine)
  const keys = house.lineTo(machine, house.keys, 'keys', ['keyFor', 'existingAll', 'storedAll', 'existing', 'destroyAll', 'destroy'])
  const keyIndex = house.lineTo(machine, house.keyIndex, 'index', ['register', 'find', 'removeOf', 'removeLinks'])
  const snapshots = patient(house.lineTo(machine, house.snapshots, 'snapshots', ['find', 'keep', 'forget']))
  // Often, so that most of what a server did not see happen it knows from one.
  const handler = commandHandler({ log, keys, world: machine.world, snapshots, keptEvery: 8 })
  const ask = onceOver(house, machine)
  const store = house.database.storeOn(machine, ask)
  const owners = house.database.ownersOn(machine, ask)
  const projections = readModels({ log, keys })
  const members = createMembers({ handler, tokenKey: TOKEN_KEY, world: machine.world })
  const { sessions, passwords, links } = doorOn(house.door, machine, onceOver(house, machine))
  const accounts = createAccounts({ handler, tokenKey: TOKEN_KEY, world: machine.world, sessions, passwords, links, ...UNTRIED })
  const files = house.lineTo(machine, house.files, 'files', [
    'reserve',
    'store',
    'share',
    'find',
    'open',
    'remove',
    'abandon',
    'removeOfPack',
  ])
  const running = roles.includes('projections') ? startProjections({ store, log, keys, owners, world: machine.world }, projections) : null
  return {
    machine,
    started: roles.includes('processes') ? runProcesses() : Promise.resolve(),
    handler,
    keys,
    packs: packs({ handler, keyIndex, world: machine.world, defaultCountry: COUNTRY, members }),
    members,
    accounts,
    services: { keyIndex, files, world: machine.world, sharedLeaves: house.sharedLeaves },
  }

  async function rewriteRows(stream: string): Promise<void> {
    await snapshots.forget(stream)
    if (running) return running.forget(stream)
    for (const projection of projections) await forgetRows(store, projection, stream)
  }
  async function runProcesses(): Promise<void> {
    const queue = house.lineTo(machine, house.jobs.openOn(machine), 'jobs', ['send'])
    const mailer = house.lineTo(machine, house.post.mailer(), 'mail', ['send', 'removeOf', 'removeKeys', 'removeTo'])
    startRetentionRounds(house, machine, { handler, mailer, publicUrl: PUBLIC_URL, creator: CREATOR })
    const position = memoryProcessStore({ jobs: queue, log: house.log }, house.positions)
    await startProcesses({
      world: machine.world,
      log,
      keys,
      handler,
      keyIndex,
      files,
      jobs: queue,
      store: house.lineTo(machine, position, 'positions', ['position', 'commit']),
      mailer,
      assignToWorkspace: async () => undefined,
      links,
      passwords: filePasswords(machine.world.timers),
      intake: house.lineTo(machine, plainIntake, 'intake', ['convert']),
      sealer: house.lineTo(
        machine,
        plainSealer(() => house.weather.authorityAway),
        'sealer',
        ['stamp', 'sign'],
      ),
      credential: async () => ({ kind: 'pem', certificate: '', privateKey: '' }),
      sealStandard: { level: 'B-T', timestamps: { url: 'https://time.example.com', certificates: '' } },
      forgetRows: rewriteRows,
      recipientRows: { erase: async () => [] },
      sharersOf: async (pack) => packsSharing(house.files.keys.values(), pack),
      deletions: house.lineTo(machine, deletionsOf(house), 'deletions', ['add']),
      // Nobody in these stories asks for a download.
      people: {
        mailer,
        sessions,
        passwords,
        links,
        imagesOf: async (pack) => house.files.imagesOf(pack),
        dropDownloads: async () => undefined,
        releaseAddress: accounts.releaseAddress,
        rewriteRows,
      },
      accounts,
      underWay: async () => [...house.database.table<PackRow>(LIST).values()].flatMap(({ pack, underWay }) => (underWay ? [pack] : [])),
      packsOfOwner: async (workspace, owner, after, limit) =>
        [...house.database.table<PackRow>(LIST).values()]
          .filter((row) => row.workspace === workspace && row.owner === owner && row.pack > after)
          .map(({ pack }) => pack)
          .sort()
          .slice(0, limit),
      senderOf: async () => ({ workspaceName: 'Castell & Sons', senderName: CREATOR.name, senderEmail: CREATOR.email }),
      makerOf: async () => CREATOR,
      memberOf: async (user, workspace) => ({ as: 'team', user, workspace, isAdmin: true, permissions: EVERYTHING }),
      bulkSends: {
        rows: house.lineTo(machine, bulkSendRows(house.recipients), 'rows', ['columns', 'page', 'find']),
        documents: bulkSendDocuments({ handler, keyIndex, files, sharedLeaves: house.sharedLeaves, defaultCountry: COUNTRY }),
        sentBy: {
          awaiting: async () => [],
          listed: async (asked) => new Set(asked.filter((pack) => house.database.table<PackRow>(LIST).has(pack))),
        },
      },
      administratorOf: async () => null,
      progress: () => undefined,
      config: { publicUrl: PUBLIC_URL, defaultCountry: COUNTRY, maxAttachmentBytes: 100_000, tokenKey: TOKEN_KEY },
    })
  }
}

/** An unanswered call left nothing. */
const patient = (snapshots: Snapshots): Snapshots => ({
  find: (stream) => snapshots.find(stream).catch(() => null),
  keep: (stream, snapshot) => snapshots.keep(stream, snapshot).catch(() => undefined),
  forget: (stream) => snapshots.forget(stream),
})
const deletionsOf = ({ deletions }: Environment) => ({
  lines: async () => deletions,
  add: async (line: (typeof deletions)[number]) => void deletions.push(line),
})
/** Nobody in these stories guesses, or asks for a mail. */
const nothing = async () => undefined
const UNTRIED: Pick<AccountParts, 'throttle' | 'devices' | 'passwordRules' | 'noteLogIn' | 'jobs' | 'withExample'> = {
  withExample: true,
  throttle: {
    admit: async () => true,
    note: nothing,
    giveBack: nothing,
    forgive: nothing,
    countOf: async () => 0,
    episodeOf: async () => new Date(0),
  },
  devices: {
    isOurs: () => false,
    knows: async () => false,
    admit: async () => false,
    remember: async () => ({ token: 'device', id: 'device' }),
    forget: nothing,
    forgetAllOf: nothing,
    sweep: nothing,
  },
  passwordRules: { least: 5, isCommon: () => false },
  noteLogIn: () => undefined,
  jobs: {
    send: async () => {
      throw new Error('nobody asks for a mail here')
    },
  },
}

/** What is asked twice because a message came twice is done once: the database sees one connection. */
function onceOver(house: Environment, machine: Host): Ask {
  const far = house.lineTo(machine, { ask: async (task: () => unknown) => task() }, 'database', ['ask'])
  return <A>(task: () => A) => {
    let done: { readonly answer: A } | null = null
    const once = () => {
      done ??= { answer: task() }
      return done.answer
    }
    return far.ask(once) as Promise<A>
  }
}
