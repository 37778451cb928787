import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { documentAnswer } from '#contract/documents'
import { disclosed } from '#domain/kernel'
import { type PackCommand, type PackState, viewFor, type Who } from '#domain/pack'
import type { App } from '../app.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, problem } from '../edge/problem.ts'
import { copyOf } from '../pack/copy.ts'
import { packCall } from '../pack/pack-call.ts'
import { decideAll, type Place, type Target } from '../pack/packs.ts'
import { documentRecordOf } from '../pack/records.ts'

/** Fields appended at once: an append has a size that the log refuses to go beyond. */
const FIELDS_AT_ONCE = 400

/** A document from a document, a template from a document, a document from a template. */
export function copyRoutes(app: App): void {
  const { packs, services } = app

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/create_a_copy',
    summary: 'A copy in setup: pages, fields, people and settings, and nobody’s signature.',
    changes: true,
    teamOnly: true,
    query: z.object({ template_to_document: z.string().optional() }),
    answer: documentAnswer,
    async run({ place, query, request }) {
      if (!may(place, 'can_create_document_copies')) return problem('not-allowed')
      return copied(place, query.template_to_document === 'true' ? 'document' : place.state.kind, request)
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/convert_to_template',
    summary: 'A template made from this document, which stays as it is.',
    changes: true,
    teamOnly: true,
    answer: documentAnswer,
    run: async ({ place, request }) => copied(place, 'template', request),
  })

  async function copied(place: Place, kind: PackState['kind'], request: FastifyRequest) {
    const { state, caller, who } = place
    if (caller.as !== 'account') return problem('not-allowed')
    const pack = services.world.ids.next()
    const name = disclosed(state.name, '')
    const newId = () => services.world.ids.next()
    const copy = copyOf({ source: state, from: place.pack, kind, creator: caller.user, name, newId })
    const on: Target = { pack, caller, who }
    const keys = [pack, ...copy.documents].map((key) => ({ key, kind: 'document', pack }))
    // Shared before they are spoken of: bytes without an event can be swept up, an event without bytes can't be mended.
    for (const file of copy.files) await services.files.share({ key: file.key, pack }, file.from)
    const append = (commands: readonly PackCommand[]) =>
      packs.change({
        on,
        request,
        keys,
        alwaysAnew: true,
        plan: () => [],
        decide: (now, revision, context) => decideAll(commands, now, revision, (command) => actorFor(command, who), context),
      })
    let made = await append([...copy.made, ...copy.fields.slice(0, FIELDS_AT_ONCE)])
    for (let at = FIELDS_AT_ONCE; at < copy.fields.length && !isProblem(made); at += FIELDS_AT_ONCE) {
      made = await append(copy.fields.slice(at, at + FIELDS_AT_ONCE))
    }
    if (isProblem(made)) {
      await services.files.removeOfPack(pack)
      return made
    }
    return ok({ document: documentRecordOf(pack, pack, viewFor(made.state, { of: 'team' })) })
  }
}

// That pages were made is what the original's conversion said; the copy only repeats it.
function actorFor(command: PackCommand, who: Who): Who {
  return command.do === 'RecordConversion' ? { as: 'process', name: 'copy' } : who
}

function may({ who }: Place, permission: string): boolean {
  return who.as === 'team' && who.permissions.has(permission)
}
