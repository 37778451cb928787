import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { HEADERS } from '#contract/envelope'
import { disclosed } from '#domain/kernel'
import { can, decideInTurn, MOST, type PackRefusalCode, type PackState } from '#domain/pack'
import type { App } from '../app.ts'
import { actorOf } from '../edge/caller.ts'
import { isProblem, type Problem } from '../edge/problem.ts'
import { commandsOfCopy } from './copy-commands.ts'
import { packNamedBy } from './first-named.ts'
import type { PackDone, Place } from './packs.ts'

export interface Copied extends PackDone {
  readonly pack: string
}

/** Makes a pack like the one at this place, in its workspace: one append, after its files have keys of their own. */
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
  const refused = refusalToCopy(place, kind)
  if (!refused) {
    for (const { key, conversion } of place.state.documents) {
      if (conversion.state === 'converted') await files.share({ key: children.get(key)!.file, pack }, conversion.file)
    }
  }
  const copied = await packs.change({
    on: { ...place, pack },
    request,
    keys: [pack, ...[...children.values()].map(({ document }) => document)].map((key) => ({ key, kind: 'document', pack })),
    plan: () => [],
    decide(state, _revision, context) {
      // Decided here and not before: a copy that was made already is the answer, whatever became of its origin since.
      if (refused) return { refused }
      const as = { kind, workspace: place.state.workspace, creator: userOf(place), name: nameOf(place.state, kind) }
      return decideInTurn(commandsOfCopy(place, as, { children, newId }), state, context)
    },
  })
  const kept = isProblem(copied) ? [] : copied.state.documents.flatMap(({ conversion }) => ('file' in conversion ? conversion.file : []))
  if (!refused) for (const { file } of children.values()) if (!kept.includes(file)) await files.remove(file)
  return isProblem(copied) ? copied : { ...copied, pack }
}

/** Asked twice under one key by one person, a copy is made once; in a bulk call that holds for each origin. */
function reservationOf({ pack, caller }: Place, request: FastifyRequest): string | null {
  const key = request.headers[HEADERS.idempotencyKey]
  if (typeof key !== 'string' || key === '') return null
  return createHash('sha256')
    .update(JSON.stringify(['copy', actorOf(caller).principal, key, pack]))
    .digest('base64url')
}

function refusalToCopy({ state, who }: Place, kind: PackState['kind']): PackRefusalCode | null {
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
