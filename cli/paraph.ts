import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { explain } from './explain.ts'

// Compiled code is read the next time. It stands next to the packages: a user who can write there can change the program itself. Where
// nobody can, as in a container, all is compiled at each start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

interface Command {
  /** What stands behind its name. */
  readonly takes?: string
  readonly says: string
  /** It answers `--help` itself, with more than one line. */
  readonly helps?: true
  /** Answers the exit code. Loaded only when asked for: `verify` needs no database. */
  run(argv: readonly string[]): Promise<number>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    takes: '[--roles api,projections,processes]',
    says: 'Start Paraph',
    run: async (argv) => (await import('./start.ts')).start(argv),
  },
  demo: {
    takes: '<file.pdf>…',
    says: 'Send, sign and seal PDF files on a private server',
    helps: true,
    run: async (argv) => (await import('./demo.ts')).demo(argv),
  },
  bench: { says: 'Measure how fast Paraph is on this machine', helps: true, run: async (argv) => (await import('./bench.ts')).bench(argv) },
  bounce: { takes: '< mail', says: 'Read a returned mail', run: async (argv) => (await import('./bounce.ts')).bounce(argv) },
  doctor: {
    takes: '[--json] [--settings]',
    says: 'Show the state of every part',
    run: async (argv) => (await import('./doctor.ts')).doctor(argv),
  },
  rebuild: {
    takes: '<name>',
    says: 'Rebuild a read model next to the live one',
    run: async (argv) => (await import('./rebuild.ts')).rebuild(argv),
  },
  migrate: {
    takes: '--from postgres --to eventstoredb',
    says: 'Move all events into the other log, or back',
    run: async (argv) => (await import('./migrate.ts')).migrate(argv),
  },
  backup: {
    takes: '<folder>',
    says: 'Back up everything while Paraph runs',
    run: async (argv) => (await import('./backup/backup.ts')).backup(argv),
  },
  restore: {
    takes: '<folder>',
    says: 'Restore a backup into an empty place',
    run: async (argv) => (await import('./backup/restore.ts')).restore(argv),
  },
  verify: {
    takes: '<file.pdf>…',
    says: 'Check whether sealed files are unchanged',
    helps: true,
    run: async (argv) => (await import('./verify.ts')).verify(argv),
  },
  tail: {
    takes: '[--after <position>]',
    says: 'Print what happens in a workspace',
    helps: true,
    run: async (argv) => (await import('./tail.ts')).tail(argv),
  },
  administrator: {
    takes: '<email> [--dismiss]',
    says: 'Let an account act as members for support, or no longer',
    run: async (argv) => (await import('./administrator.ts')).administrator(argv),
  },
  'reset-password': {
    takes: '<email>',
    says: 'Make a link to choose a new password',
    run: async (argv) => (await import('./reset-password.ts')).resetPassword(argv),
  },
}

async function run(command: Command, argv: readonly string[]): Promise<number> {
  try {
    return await command.run(argv)
  } catch (error) {
    console.error(explain(await named(error)))
    return 1
  }
}

/** Loaded only after a failure: it knows every kind of server. Where a package is missing, that is the message. */
async function named(error: unknown): Promise<unknown> {
  const away = await import('./unreachable.ts').catch(() => null)
  return away ? away.explainForTerminal(error) : error
}

const HELP = ['--help', '-h']
const called = (name: string, { takes }: Command) => (takes ? `paraph ${name} ${takes}` : `paraph ${name}`)

const [name = 'help', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command && !command.helps && rest.some((word) => HELP.includes(word))) {
  console.log(`${called(name, command)}\n  ${command.says}`)
} else if (command) {
  // Whatever ends it before it has answered was no success.
  process.exitCode = 1
  // Not left to end by itself: a timer that nobody waits for any more would keep the process for minutes.
  process.exit(await run(command, rest))
} else {
  const help = ['help', ...HELP].includes(name)
  if (!help) console.log(`There is no command "${name}".\n`)
  const known = Object.entries(COMMANDS).map(([word, one]) => `  ${called(word, one).padEnd(50)} ${one.says}`)
  console.log(['Paraph: electronic signatures, live.', '', ...known].join('\n'))
  process.exitCode = help ? 0 : 1
}
