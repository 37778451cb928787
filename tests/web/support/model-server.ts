import { isRefused } from '#domain/kernel'
import { ACCEPTED_AS_IT_IS, decide, evolve, type PackCommand, type PackFact, type PackState, permits, type Who } from '#domain/pack'
import { PERMISSIONS } from '#domain/workspace'
import { commandsOfAppendix } from '../../../command-api/fields/appendices.ts'
import { commandsOfDocument } from '../../../command-api/pack/diff-document.ts'
import { commandsOfField } from '../../../command-api/pack/diff-fields.ts'
import { commandsOfSignatory } from '../../../command-api/pack/diff-signatories.ts'
import type { SaveCall } from '../../../web/live/pending.ts'
import type { SaveAnswer } from '../../../web/live/saver.ts'

interface Logged {
  readonly fact: PackFact
  readonly time: string
  readonly principal: string
}
interface Message {
  readonly document_key: string
  readonly from: number
  readonly to: number
  readonly view_digest: null
  readonly events: readonly {
    readonly revision: number
    readonly type: string
    readonly data: unknown
    readonly time: string
    readonly principal: string
  }[]
}

/** A member who may do everything with the pack. */
export function memberOf(state: PackState, user: string): Who {
  return { as: 'team', user, workspace: state.workspace, permissions: new Set<string>(PERMISSIONS) }
}

/**
 * A server without wires: the log of one pack, written by the house's own decisions and its own reading of records.
 * Keys bind a call to its first outcome, as the command handler's do.
 */
export function modelServer(first: PackState) {
  const log: Logged[] = []
  const states: PackState[] = [first]
  const keys = new Map<string, { readonly body: string; readonly last: number }>()
  const listeners = new Set<(message: Message) => void>()
  const now = () => states.at(-1)!

  function decided(commands: readonly PackCommand[], from: PackState, who: Who, principal: string): PackFact[] | { refused: string } {
    const facts: PackFact[] = []
    let state = from
    const time = new Date().toISOString()
    for (const command of commands) {
      const decision =
        permits(command, state, who) ??
        decide(command, state, { now: time, principal, defaultCountry: 'ZA', typesetting: ACCEPTED_AS_IT_IS })
      if (isRefused(decision)) return { refused: decision.refused }
      for (const fact of decision) {
        facts.push(fact)
        state = evolve(state, fact, { time, revision: log.length + facts.length, principal })
      }
    }
    return facts
  }

  function append(facts: readonly PackFact[], principal: string) {
    const time = new Date().toISOString()
    const from = log.length + 1
    const events = facts.map((fact) => {
      log.push({ fact, time, principal })
      states.push(evolve(now(), fact, { time, revision: log.length, principal }))
      return { revision: log.length, type: fact.type, data: fact.data, time, principal }
    })
    if (facts.length === 0) return
    for (const listener of listeners) listener({ document_key: 'p', from, to: log.length, view_digest: null, events })
  }

  return {
    log,
    get revision() {
      return log.length
    },
    now,
    /** The fold of the first `revision` events. */
    at: (revision: number) => states[revision]!,
    listen(listener: (message: Message) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    handle(call: SaveCall, user: string): SaveAnswer {
      const principal = `user:${user}`
      const body = JSON.stringify([call.kind, call.keys, call.body])
      const used = keys.get(call.id)
      if (used && used.body !== body) throw new Error('the same key came with another request')
      if (used) return { answer: 'saved', revision: used.last, refused: [] }
      const who = memberOf(now(), user)
      const refused: { uuid: string; code: string; message: string }[] = []
      const facts: PackFact[] = []
      let state = now()
      const records = call.kind === 'field' ? (call.body as { uuid: string }[]) : [call.body as { uuid: string }]
      for (const record of records) {
        const commands = commandsOf(call, record, state)
        const outcome = 'unclear' in commands ? { refused: 'invalid-request' } : decided(commands, state, who, principal)
        if (Array.isArray(outcome)) {
          for (const fact of outcome) {
            facts.push(fact)
            state = evolve(state, fact, { time: new Date().toISOString(), revision: log.length + facts.length, principal })
          }
        } else refused.push({ uuid: record.uuid, code: outcome.refused, message: '' })
      }
      if (refused.length === records.length) return { answer: 'refused', code: refused[0]!.code, message: '', at: [] }
      append(facts, principal)
      if (facts.length > 0) keys.set(call.id, { body, last: log.length })
      return { answer: 'saved', revision: log.length, refused }
    },
  }
}
export type ModelServer = ReturnType<typeof modelServer>

function commandsOf({ kind, keys }: SaveCall, record: { uuid: string }, state: PackState) {
  if (kind === 'field') return commandsOfField(record as Parameters<typeof commandsOfField>[0], state, 'self', null)
  if (kind === 'appendix') return commandsOfAppendix(record as Parameters<typeof commandsOfAppendix>[0], keys[0]!, null, state)
  if (kind === 'signatory') return commandsOfSignatory(record, state, () => 'request')
  return commandsOfDocument(record as Parameters<typeof commandsOfDocument>[0], state, null, () => 'request')
}
