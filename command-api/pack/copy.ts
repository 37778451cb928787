import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'
import { disclosed, isRefused } from '#domain/kernel'
import { can, decideInTurn, MOST, type PackFact, type PackRefusalCode, type PackState, type Who } from '#domain/pack'
import type { App } from '../app.ts'
import { actorOf } from '../edge/caller.ts'
import { isProblem, type Problem } from '../edge/problem.ts'
import { appendsOf } from './appends.ts'
import { type CopyAs, type CopyKeys, commandsOfCopy } from './copy-commands.ts'
import { packNamedBy } from './first-named.ts'
import type { PackDone, Place } from './packs.ts'

export interface Copied extends PackDone {
  readonly pack: string
}

/** Makes a pack like the one at this place, in its workspace, after its files have keys of their own. */
export async function copyPack(
  { packs, services }: App,
  place: Place,
  kind: PackState['kind'],
  request: FastifyRequest,
): Promise<Copied | Problem> {
  const { keyIndex, files, world } = services
  const newId = () => world.ids.next()
  const pack = await packNamedBy(keyIndex, reservationOf(place, request) ?? newId(), newId)
  const children = new Map(place.state.documents.map(({ key }) => [key, { document: newId(), file: newId() }]))
  const refused = refusalToCopy(place.state, place.who, kind)
  if (!refused) {
    for (const { key, conversion } of place.state.documents) {
      if (conversion.state === 'converted') await files.share({ key: children.get(key)!.file, pack }, conversion.file)
    }
  }
  const copied = await append()
  const kept = isProblem(copied) ? [] : copied.state.documents.flatMap(({ conversion }) => ('file' in conversion ? conversion.file : []))
  if (!refused) for (const { file } of children.values()) if (!kept.includes(file)) await files.remove(file)
  return isProblem(copied) ? copied : { ...copied, pack }

  async function append(): Promise<PackDone | Problem> {
    const on = { ...place, pack }
    const keys = [pack, ...[...children.values()].map(({ document }) => document)].map((key) => ({ key, kind: 'document', pack }))
    const as: CopyAs = { kind, workspace: place.state.workspace, creator: userOf(place), name: nameOf(place.state, kind) }
    const making: CopyKeys = { children, newId }
    let further: PackFact[][] = []
    let made = await packs.change({
      on,
      request,
      keys,
      plan: () => [],
      decide(state, _revision, context) {
        // Decided here and not before: a copy that was made already is the answer, whatever became of its origin since.
        if (refused) return { refused }
        const facts = decideInTurn(commandsOfCopy(place, as, making), state, context)
        if (isRefused(facts)) return facts
        const [first = [], ...rest] = appendsOf(facts)
        further = rest
        return first
      },
    })
    for (const facts of further) {
      if (isProblem(made) || made.repeated) return made
      made = await packs.change({ on, request, plan: () => [], decide: () => facts, alwaysAnew: true })
    }
    return made
  }
}

/** Asked twice under one key by one person, a copy is made once; in a bulk call that holds for each origin. */
function reservationOf({ pack, caller }: Place, request: FastifyRequest): string | null {
  const key = request.headers[HEADERS.idempotencyKey]
  if (typeof key !== 'string' || key === '') return null
  return createHash('sha256')
    .update(JSON.stringify(['copy', actorOf(caller).principal, key, pack]))
    .digest('base64url')
}

/** Why this one may not make a copy of that kind, or not now. */
export function refusalToCopy(state: PackState, who: Who, kind: PackState['kind']): PackRefusalCode | null {
  if (!can(who, kind === 'template' ? 'can_create_templates' : 'can_create_document_copies')) return 'not-permitted'
  if (state.trashed !== null) return 'in-trash'
  const states = state.documents.map(({ conversion }) => conversion.state)
  if (states.includes('failed')) return 'conversion-error'
  if (states.includes('converting')) return 'not-converted'
  return states.length === 0 || states.includes('waiting') ? 'not-uploaded' : null
}

function userOf({ who }: Place): string {
  if (who.as !== 'team') throw new Error('only members of the team copy')
  return who.user
}

/** A second one of a kind says so in its name; a document made from a template bears the template's. */
function nameOf(state: PackState, kind: PackState['kind']): string {
  const name = disclosed(state.name, '')
  return kind === state.kind ? [...`Copy of ${name}`].slice(0, MOST.name).join('') : name
}
