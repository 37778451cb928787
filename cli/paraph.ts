import { explain } from './explain.ts'

interface Command {
  readonly says: string
  /** Answers the exit code. Loaded only when asked for: `verify` needs no database. */
  run(argv: readonly string[]): Promise<number>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { says: 'Start Paraph', run: async (argv) => (await import('./start.ts')).start(argv) },
  demo: { says: 'Send, sign and seal PDF files on a private server', run: async (argv) => (await import('./demo.ts')).demo(argv) },
  bench: { says: 'Measure how fast Paraph is on this machine', run: async (argv) => (await import('./bench.ts')).bench(argv) },
  bounce: {
    says: 'Read a returned mail from standard input: bounce < mail',
    run: async (argv) => (await import('./bounce.ts')).bounce(argv),
  },
  doctor: { says: 'Say how every part is', run: async (argv) => (await import('./doctor.ts')).doctor(argv) },
  rebuild: {
    says: 'Make a read model anew beside the live one: rebuild <name>',
    run: async (argv) => (await import('./rebuild.ts')).rebuild(argv),
  },
  migrate: {
    says: 'Move all events into the other log: migrate --from postgres --to eventstoredb',
    run: async (argv) => (await import('./migrate.ts')).migrate(argv),
  },
  backup: {
    says: 'Save everything as it is now, while Paraph goes on: backup <folder>',
    run: async (argv) => (await import('./backup/backup.ts')).backup(argv),
  },
  restore: {
    says: 'Put a backup into an empty place: restore <folder>',
    run: async (argv) => (await import('./backup/restore.ts')).restore(argv),
  },
  verify: {
    says: 'Say whether sealed files are as they were sealed: verify <file.pdf>…',
    run: async (argv) => (await import('./verify.ts')).verify(argv),
  },
  'reset-password': {
    says: 'Make a link to choose a new password: reset-password <email>',
    run: async (argv) => (await import('./reset-password.ts')).resetPassword(argv),
  },
}

async function run(command: Command, argv: readonly string[]): Promise<number> {
  try {
    return await command.run(argv)
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

const [name = 'help', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (command) {
  // Not left to end by itself: a timer that nobody waits for any more would keep the process for minutes.
  process.exit(await run(command, rest))
} else {
  const known = Object.entries(COMMANDS).map(([word, { says }]) => `  paraph ${word.padEnd(16)} ${says}`)
  console.log(['Paraph: electronic signatures, live.', '', ...known].join('\n'))
  process.exitCode = ['help', '--help', '-h'].includes(name) ? 0 : 1
}
