import { digestOfJson, type Json, type RecordedEvent } from '#domain/kernel'
import {
  ACCEPTED_AS_IT_IS,
  pack as aggregate,
  type PackCommand,
  type PackFact,
  type PackRefusalCode,
  type PackState,
  type Who,
} from '#domain/pack'
import { type CommandHandler, type CommandRefusal, commandsOf } from '#platform/command-handler'
import type { OpenStreams, Process } from './process.ts'

export interface PacksDeps {
  readonly handler: CommandHandler
  readonly defaultCountry: string
}
export type Performed = { readonly refused: PackRefusalCode | CommandRefusal } | { readonly refused: null; readonly state: PackState }

/** Too much happened to the pack at once. */
class TooManyRivals extends Error {
  constructor() {
    super('too much happened to the document at once')
    this.name = 'TooManyRivals'
  }
}

/** Packs as a process sees them. */
export interface Packs {
  load(pack: string, atLeast?: number): Promise<PackState>
  history(pack: string): Promise<readonly RecordedEvent<PackFact>[]>
  /**
   * Carries out a command once for each `step` of a `cause`, however often it is asked for; without a step, whenever it
   * changes something. With `who` in somebody's name, whose it is to decide; it is recorded as the process's doing all the
   * same. Rejects where it could not be decided now.
   */
  perform(pack: string, command: PackCommand, because: { readonly cause: string; readonly step?: string }, who?: Who): Promise<Performed>
}

export function packsFor(process: string, { handler, defaultCountry }: PacksDeps): Packs {
  const principal = `process:${process}`
  const commands = commandsOf(aggregate, handler)
  return {
    load: (pack, atLeast) => commands.load(pack, atLeast === undefined ? {} : { atLeast }),
    history: commands.history,
    async perform(pack, command, { cause, step }, who = { as: 'process', name: process }) {
      const outcome = await commands.perform({
        key: pack,
        who,
        commands: [command],
        // A process enters no text.
        context: { defaultCountry, typesetting: ACCEPTED_AS_IT_IS },
        origin: { actor: { principal, capacity: 'process', proof: 'installation' }, correlation: cause, causation: cause },
        ...(step === undefined
          ? {}
          : { idempotency: { id: `${process}:${cause}:${step}`, digest: digestOfJson(command as unknown as Json) } }),
      })
      // Nothing was decided: the job is run again.
      if ('refused' in outcome && outcome.refused === 'too-many-rivals') throw new TooManyRivals()
      if ('refused' in outcome) return { refused: outcome.refused }
      return { refused: null, state: outcome.state }
    },
  }
}

export type PackProcess = Process<PackState, PackFact>

/** Nothing follows any more from the events of a pack that has been deleted for good. */
export const packProcess = ({ react, ...of }: Omit<PackProcess, 'aggregate'>): PackProcess => ({
  ...of,
  aggregate,
  react: (event, pack, state) => (state.exists ? react(event, pack, state) : []),
})

export const packsUnderWay: OpenStreams<{ underWay(): Promise<readonly string[]> }> = { keys: (needs) => needs.underWay() }

/** What a process over packs needs of the program, by what its worker takes: `C` stands in the configuration. */
export type NeedsFor<D extends { readonly packs: Packs }, C extends keyof D = never> = Omit<D, 'packs' | C> & {
  readonly handler: CommandHandler
  readonly config: Pick<D, C> & { readonly defaultCountry: string }
}
