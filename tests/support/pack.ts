import { expect } from 'vitest'
import { digestOf, isRefused, type RecordedEvent } from '#domain/kernel'
import {
  ANY_CONTACT,
  type DecisionContext,
  decide,
  type FieldTypeName,
  fieldTypes,
  initial,
  type PackCommand,
  type PackDecision,
  type PackFact,
  type PackFactType,
  type PackRefusalCode,
  type PackState,
  pack,
  viewDigest,
} from '#domain/pack'
import { typesettingWith } from '#pdf/appearance'
import { loadMetrics } from '#pdf/text-layout'

/** A pack with its whole history. Every step gives a new one, so that worlds can be shared. */
export interface World {
  readonly state: PackState
  readonly events: readonly RecordedEvent<PackFact>[]
}
/** A command, or one that is made for the world it meets. */
export type Given = PackCommand | ((world: World) => PackCommand)
export type Expectation = (decision: PackDecision, world: World) => void

export const NOW = '2026-03-02T09:00:00.000Z'
export const TODAY = '2026-03-02'
export const A4 = { width: 595_276, height: 841_890 }
export const typesetting = typesettingWith(await loadMetrics())
export const nothingYet: World = { state: initial, events: [] }

/** The same id for the same part, so that tests name signers and fields by what they are there for. */
export function idOf(part: string): string {
  const hex = [...digestOf(part)].map((c) => (c.charCodeAt(0) % 16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const creator = idOf('creator')
export const workspace = idOf('workspace')
export const document = idOf('document')

export function contextAt(world: World): DecisionContext {
  const now = new Date(Date.parse(NOW) + world.events.length * 1_000).toISOString()
  return { now, principal: `user:${creator}`, defaultCountry: 'ZA', typesetting, contactLists: ANY_CONTACT }
}

export function asked(command: Given, world: World): PackCommand {
  return typeof command === 'function' ? command(world) : command
}

export function decideIn(world: World, command: Given, context: Partial<DecisionContext> = {}): PackDecision {
  return decide(asked(command, world), world.state, { ...contextAt(world), ...context })
}

/** The world after these facts, decided by anybody. */
export function happened(world: World, facts: readonly PackFact[]): World {
  return facts.reduce<World>(({ state, events }, fact) => {
    const { now, principal } = contextAt({ state, events })
    const revision = events.length
    const meta = { time: now, actor: { principal, capacity: 'team' as const, session: 'session' }, correlation: 'c', causation: 'c' }
    const event = { id: idOf(`event ${revision}`), stream: `pack-${idOf('pack')}`, revision, fact, meta, hash: '' }
    return { state: pack.evolve(state, fact, { time: now, revision, principal }), events: [...events, event] }
  }, world)
}

/** The world after commands; none may be refused. */
export function having(world: World, ...commands: readonly Given[]): World {
  return commands.reduce((now, command) => {
    const decision = decideIn(now, command)
    if (isRefused(decision)) throw new Error(`${asked(command, now).do} was refused: ${decision.refused}`)
    return happened(now, decision)
  }, world)
}

export function given(world: World) {
  return {
    when: (command: Given, context: Partial<DecisionContext> = {}) => ({
      // biome-ignore lint/suspicious/noThenProperty: the sentence is given, when, then; nobody awaits it.
      then(...expectations: readonly Expectation[]): World {
        const decision = decideIn(world, command, context)
        const next = isRefused(decision) ? world : happened(world, decision)
        for (const expectation of expectations) expectation(decision, next)
        return next
      },
    }),
  }
}

export function refused(code: PackRefusalCode, ...at: readonly string[]): Expectation {
  return (decision) => {
    expect(decision).toMatchObject({ refused: code })
    if (at.length > 0 && isRefused(decision)) expect(decision.at).toEqual(at)
  }
}

export const nothing: Expectation = (decision) => expect(decision).toEqual([])

/** Exactly these facts, in this order, each holding at least this data. */
export function facts(...expected: readonly (readonly [PackFactType, object?])[]): Expectation {
  return (decision) => {
    if (isRefused(decision)) throw new Error(`refused: ${decision.refused}`)
    expect(decision.map(({ type }) => type)).toEqual(expected.map(([type]) => type))
    for (const [at, [, data]] of expected.entries()) expect(decision[at]?.data).toMatchObject(data ?? {})
  }
}

export function leadsTo(look: (state: PackState) => void): Expectation {
  return (decision, world) => {
    if (isRefused(decision)) throw new Error(`refused: ${decision.refused}`)
    look(world.state)
  }
}

// Commands by part.

export const create: PackCommand = { do: 'CreatePack', workspace, creator, kind: 'document', name: 'Lease', from: null }

export function converted(pages = 2): readonly PackCommand[] {
  const [source, file, digest] = [idOf('upload'), idOf('file'), digestOf('file')]
  return [
    { do: 'AddDocument', document, name: 'Lease' },
    { do: 'ReceiveFile', document, file: source, digest: digestOf('upload'), size: 9_000, filename: 'lease.pdf' },
    { do: 'RecordConversion', document, source, file, digest, size: 9_100, pages: Array(pages).fill(A4), repaired: false },
  ]
}

/** A second document, called `annex`. */
export function annexed(): readonly PackCommand[] {
  return converted().map((command) => ('document' in command ? { ...command, document: idOf('annex') } : command) as PackCommand)
}

export function signer(part: string): readonly PackCommand[] {
  const signatory = idOf(part)
  return [
    { do: 'AddSignatory', signatory },
    { do: 'NameSignatory', signatory, name: `${part} signer` },
    { do: 'SetSignatoryEmail', signatory, email: `${part}@example.org` },
  ]
}

type Placed = Extract<PackCommand, { do: 'PlaceField' }>

/** A field on the first free row of the first page. `of`: a signer's part, 'self' or nobody. */
export function place(part: string, type: FieldTypeName, of: string | null, more: Partial<Placed> = {}): Given {
  return ({ state }) => {
    const row = state.fieldOrder.length
    const at = { page: Math.floor(row / 14) % 2, x: 40_000 + 200_000 * (Math.floor(row / 28) % 2), y: 20_000 + 58_000 * (row % 14) }
    const assignee = of === null || of === 'self' ? of : idOf(of)
    return { do: 'PlaceField', field: idOf(part), document, type, assignee, ...at, ...fieldTypes[type].defaultSize, ...more }
  }
}

export function fill(part: string, by: string, value: Extract<PackCommand, { do: 'FillField' }>['value']): PackCommand {
  return { do: 'FillField', field: idOf(part), by: by === 'self' ? by : idOf(by), value }
}

export const typed = (text: string) => ({ method: 'typed', text }) as const

/** New request ids for everybody, as the server supplies them; `round` tells one supply from the next. */
export function requestIds({ state }: World, round = 'r'): Record<string, string> {
  return Object.fromEntries(state.signatories.map(({ uuid }) => [uuid, idOf(`${round} request ${uuid}`)]))
}

export const request: Given = (world) => ({ do: 'RequestSignatures', requests: requestIds(world, `round ${world.state.round}`) })

/** The link that goes with the signer's request, or in addition to one that has gone out. */
export function link(part: string): Given {
  return ({ state }) => {
    const signatory = state.signatories.find(({ uuid }) => uuid === idOf(part))
    return {
      do: 'IssueSigningLink',
      signatory: idOf(part),
      link: idOf(`${part} link`),
      purpose: 'sign',
      request: signatory?.request?.state === 'queued' ? signatory.request.id : null,
    }
  }
}

/** Finishing, with the digest of what the signer sees in that world. */
export function sign(part: string, more: Partial<Extract<PackCommand, { do: 'CompleteSigning' }>> = {}): Given {
  return (world) => {
    const view = viewDigest(world.state, idOf(part))
    const requests = requestIds(world, `after ${part}`)
    return { do: 'CompleteSigning', signatory: idOf(part), consent: '2026-01', view, date: TODAY, requests, ...more }
  }
}

export function reject(part: string, reason = ''): PackCommand {
  return { do: 'RejectSigning', signatory: idOf(part), reason }
}

export const rejectDocument = (part: string, document: string, reason = ''): PackCommand => ({
  do: 'RejectDocument',
  signatory: idOf(part),
  document,
  reason,
})

/** A converted document of two pages, and for each signer a name, an address and a signature field `<part> signature`. */
export function packInSetup(...parts: readonly string[]): World {
  const signers = parts.flatMap((part): Given[] => [...signer(part), place(`${part} signature`, 'signature', part)])
  return having(nothingYet, create, ...converted(), ...signers)
}

/** Sent for signing one after another. */
export function packSentTo(...parts: readonly string[]): World {
  return sent(having(packInSetup(...parts), { do: 'SetSequentialSigning', on: true }))
}

/** Sent for signing in any order. */
export function packSentToAllAtOnce(...parts: readonly string[]): World {
  return sent(packInSetup(...parts))
}

/** Two documents, the second called `annex` with a field `<part> annex` for each. A signer may reject one of them. */
export function packOfTwo(...parts: readonly string[]): World {
  const fields = parts.map((part) => place(`${part} annex`, 'text', part, { document: idOf('annex'), required: true, overlapping: true }))
  return having(packInSetup(...parts), ...annexed(), ...fields, { do: 'SetIndividualRejection', on: true })
}

/** Sent for signing one after another. */
export function packOfTwoSentTo(...parts: readonly string[]): World {
  return sent(having(packOfTwo(...parts), { do: 'SetSequentialSigning', on: true }))
}

/** The same pack, sent: requests went out with their links. */
export function sent(world: World): World {
  return delivered(having(world, request))
}

/** Every request that waits goes out, with a link. */
export function delivered(world: World): World {
  const waiting = world.state.signatories.filter(({ request }) => request?.state === 'queued')
  return having(
    world,
    ...waiting.flatMap(({ uuid, request }): PackCommand[] => [
      { do: 'IssueSigningLink', signatory: uuid, link: idOf(`link ${request!.id}`), purpose: 'sign', request: request!.id },
      { do: 'RecordRequestSent', signatory: uuid, request: request!.id },
    ]),
  )
}

/** The same pack, with this signer's signature in place. */
export function filledBy(world: World, part: string): World {
  return having(world, fill(`${part} signature`, part, typed(part)))
}

/** The same pack after these signers have signed and finished, one after another. */
export function signedBy(world: World, ...parts: readonly string[]): World {
  return parts.reduce((now, part) => delivered(having(filledBy(now, part), sign(part))), world)
}

export function signatoryIn(state: PackState, part: string) {
  return state.signatories.find(({ uuid }) => uuid === idOf(part))!
}
export function fieldIn(state: PackState, part: string) {
  return state.fields[idOf(part)]!
}
