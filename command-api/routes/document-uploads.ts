import type { FastifyRequest } from 'fastify'
import { done } from '#contract/envelope'
import { documentUploadAnswer, documentUploadQuery, retryConversionBody, uploadSuccessBody } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import { type PackCommand, type PackState, underWay } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { type Account, actorOf } from '../edge/caller.ts'
import { ok } from '../edge/ok.ts'
import { isProblem, type Problem, problem } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { packMadeBy } from '../pack/first-named.ts'
import { packCall } from '../pack/pack-call.ts'
import { factIn, type Target } from '../pack/packs.ts'

/** Uploading a PDF in three steps: ask where to, PUT the bytes there, say that they are there. */
export function documentUploadRoutes(app: App): void {
  const { edge, packs, services } = app
  const newId = () => services.world.ids.next()

  call(edge, {
    method: 'GET',
    url: '/app/get_document_upload_url',
    summary: 'Makes the document, waiting for its file, and says where to PUT the bytes. Names an existing one to replace its file.',
    changes: true,
    access: 'account',
    query: documentUploadQuery,
    answer: documentUploadAnswer,
    async run({ caller, request, query }) {
      if (query.size * 1_000_000 > services.config.maxUploadBytes * 1.05) return tooLarge(services.config.maxUploadBytes)
      const name = query.filename.replace(/\.pdf$/i, '') || query.filename
      const made = await documentFor(caller, request, query, name)
      if (isProblem(made)) return made
      const { pack, child, state } = made
      const file_key = newId()
      await services.files.reserve({ key: file_key, pack, mediaType: 'application/pdf' })
      return ok({
        url: `/app/uploads/${file_key}`,
        file_key,
        redirect_document_key: child,
        document: { key: child, document_pack_key: pack, document_name: disclosed(state.name, name), status: state.status },
      })
    },
  })

  type Query = { document_pack_key?: string | undefined; document_key_to_upload_to?: string | undefined }
  async function documentFor(
    caller: Account,
    request: FastifyRequest,
    { document_pack_key, document_key_to_upload_to }: Query,
    name: string,
  ): Promise<{ pack: string; child: string; state: PackState } | Problem> {
    const existing = document_key_to_upload_to ?? document_pack_key
    if (existing === undefined) return newPack(caller, request, name)
    const place = await packs.enter(caller, existing)
    if (isProblem(place)) return place
    const replaced = document_key_to_upload_to === undefined ? undefined : (place.child ?? place.state.documents[0]?.key)
    if (replaced !== undefined) return { pack: place.pack, child: replaced, state: place.state }
    return withDocument(place, request, [], name)
  }

  async function newPack(caller: Account, request: FastifyRequest, name: string) {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    const { workspace, isAdmin, permissions } = membership
    const by = actorOf(caller).principal
    const pack = await packMadeBy(request, { makes: 'upload', by, of: workspace }, { keyIndex: services.keyIndex, newId })
    const on: Target = { pack, caller, who: { as: 'team', user: caller.user, workspace, isAdmin, permissions } }
    return withDocument(on, request, [{ do: 'CreatePack', workspace, creator: caller.user, kind: 'document', name, from: null }], name)
  }

  /** One more document in its pack, which these commands make first. Asked again under the same key: the one that was made then. */
  async function withDocument(on: Target, request: FastifyRequest, commands: readonly PackCommand[], name: string) {
    const document = newId()
    const keys = [on.pack, document].map((key) => ({ key, kind: 'document', pack: on.pack }))
    const added = await packs.change({ on, request, keys, plan: () => [...commands, { do: 'AddDocument', document, name }] })
    if (isProblem(added)) return added
    const child = factIn(added, 'DocumentAdded')?.data.document ?? document
    return { pack: on.pack, child, state: added.state }
  }

  packCall(app, {
    method: 'POST',
    url: '/app/document_upload_success/:key',
    summary: 'The bytes are there: conversion begins.',
    teamOnly: true,
    body: uploadSuccessBody,
    answer: done,
    async run({ place, request, body }) {
      const { file_key: file, pdf_password } = body
      const found = await services.files.find(file)
      const document = place.state.documents.find(({ key }) => place.child === null || key === place.child)
      if (found?.pack !== place.pack || document === undefined) return problem('not-found')
      const { digest, size } = found
      if (digest === null || size === null) return problem('not-uploaded')
      if (pdf_password !== undefined) await services.passwords.hold(file, pdf_password)
      const filename = body.filename ?? `${disclosed(document.name, 'document')}.pdf`
      const received = await packs.change({
        on: place,
        request,
        plan: () => [{ do: 'ReceiveFile', document: document.key, file, digest, size, filename }],
      })
      return isProblem(received) ? received : ok()
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/retry_conversion',
    summary: 'Converts the same upload again, with a password where one was asked for.',
    teamOnly: true,
    body: retryConversionBody,
    answer: done,
    async run({ place, request, body }) {
      const meant = place.state.documents.filter(({ key }) => place.child === null || key === place.child)
      // Where none failed one is tried again already, or has no file yet.
      const document = meant.find(({ conversion }) => conversion.state === 'failed') ?? meant[0]
      if (!document) return problem('not-found')
      const { key, conversion } = document
      if (body.pdf_password !== undefined && conversion.state === 'failed')
        await services.passwords.hold(conversion.source, body.pdf_password)
      const retried = await packs.change({ on: place, request, plan: () => [{ do: 'RetryConversion', document: key }] })
      return isProblem(retried) ? retried : ok()
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/retry_sealing',
    summary: 'Tries again to make the final file.',
    teamOnly: true,
    answer: done,
    async run({ place, request }) {
      const retried = await packs.change({
        on: place,
        request,
        plan: (state) =>
          state.documents
            .filter((document) => (place.child === null || document.key === place.child) && underWay(document)?.state === 'failed')
            .map(({ key }) => ({ do: 'RetrySealing', document: key })),
      })
      return isProblem(retried) ? retried : ok()
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/renew_seal',
    summary: 'Seals a complete document again, for example under a new certificate. The file before is kept.',
    teamOnly: true,
    answer: done,
    async run({ place, request }) {
      const asked = await packs.change({
        on: place,
        request,
        plan: (state) =>
          state.documents
            .filter(({ key }) => place.child === null || key === place.child)
            .map(({ key }) => ({ do: 'RenewSeal', document: key })),
      })
      return isProblem(asked) ? asked : ok()
    },
  })
}

export function tooLarge(maxBytes: number): Problem {
  return problem('too-large', { message: `This file is too large. At most ${Math.floor(maxBytes / 1_048_576)} MB are accepted.` })
}
