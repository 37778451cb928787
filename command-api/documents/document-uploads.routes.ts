import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { done } from '#contract/envelope'
import { documentUploadAnswer, documentUploadQuery, retryConversionBody, uploadSuccessBody } from '#contract/uploads'
import { shortenedFileName } from '#domain/file-name'
import { disclosed } from '#domain/kernel'
import { type PackCommand, type PackState, underWay } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { actorOf, type TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { workspaceOf } from '../edge/workspace.ts'
import { refusedUpload } from '../pack/attachable.ts'
import { packCall } from '../pack/pack-call.ts'
import { packForRequest } from '../pack/pack-for-key.ts'
import { factIn, type Target, whoIn } from '../pack/packs.ts'
import { announceUpload, type UploadOwner, uploadTo, uploadToNew } from '../pack/uploads.ts'

/** Uploading a PDF in three steps: ask where to, PUT the bytes there, say that they are there. */
export function documentUploadRoutes(app: App<'config' | 'files' | 'keyIndex' | 'passwords' | 'world'>): void {
  const { edge, packs, services } = app
  const newId = () => services.world.ids.next()

  call(edge, {
    method: 'GET',
    url: '/app/get_document_upload_url',
    summary: 'Makes the document, waiting for its file, and says where to PUT the bytes. Names an existing one to replace its file.',
    changes: true,
    access: 'team',
    query: documentUploadQuery,
    answer: documentUploadAnswer,
    async run({ caller, request, query }) {
      const filename = shortenedFileName(query.filename)
      const name = filename.replace(/\.pdf$/i, '') || filename
      const made = await documentFor(caller, request, query, name)
      if (isProblem(made)) return made
      const { pack, child, state, address } = made
      return ok({
        ...address,
        redirect_document_key: child,
        document: { key: child, document_pack_key: pack, document_name: disclosed(state.name, name), status: state.status },
      })
    },
  })

  type Query = z.output<typeof documentUploadQuery>
  interface Made {
    readonly pack: string
    readonly child: string
    readonly state: PackState
  }
  async function documentFor(caller: TeamCaller, request: FastifyRequest, query: Query, name: string) {
    const { document_pack_key, document_key_to_upload_to } = query
    const existing = document_key_to_upload_to ?? document_pack_key
    if (existing === undefined) return newPack(caller, request, query, name)
    const place = await packs.resolveAccess(caller, existing)
    if (isProblem(place)) return place
    const owner = uploadTo(place)
    if (isProblem(owner)) return owner
    const replaced = document_key_to_upload_to === undefined ? undefined : (place.child ?? place.state.documents[0]?.key)
    return withAddress(owner, query, async () =>
      replaced === undefined ? withDocument(place, request, [], name) : { pack: place.pack, child: replaced, state: place.state },
    )
  }

  /** Where there is no room for the file, no document is made that would wait for it. */
  async function withAddress(owner: UploadOwner, { size }: Query, make: () => Promise<Made | Problem>) {
    const address = await announceUpload(services, owner, { mediaType: 'application/pdf', as: 'file', size })
    const made = await make()
    if (!isProblem(made)) return { ...made, address }
    await services.files.remove(address.file_key)
    return made
  }

  async function newPack(caller: TeamCaller, request: FastifyRequest, query: Query, name: string) {
    const membership = workspaceOf(caller, request)
    if (isProblem(membership)) return membership
    const { workspace } = membership
    const by = actorOf(caller).principal
    const pack = await packForRequest(request, { makes: 'upload', by, of: workspace }, { keyIndex: services.keyIndex, newId })
    const on: Target = { pack, caller, who: whoIn(membership, caller) }
    const create: PackCommand = { do: 'CreatePack', workspace, creator: caller.user, kind: 'document', name, from: null }
    return withAddress(uploadToNew(caller, pack, workspace), query, () => withDocument(on, request, [create], name))
  }

  /** One more document in its pack, which these commands make first. Asked again under the same key: the one that was made then. */
  async function withDocument(
    on: Target,
    request: FastifyRequest,
    commands: readonly PackCommand[],
    name: string,
  ): Promise<Made | Problem> {
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
      const { digest, size, refused } = found
      if (refused !== null) return refusedUpload(refused)
      if (digest === null || size === null) return problem('not-uploaded')
      if (pdf_password !== undefined) await services.passwords.hold(file, pdf_password)
      const filename = body.filename ? shortenedFileName(body.filename) : `${disclosed(document.name, 'document')}.pdf`
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
