import type { z } from 'zod'
import { token } from '#contract/bounds'
import { disclosed } from '#domain/kernel'
import { attachedFilesFor } from '#domain/pack'
import { OutsideBlob } from '#platform/blobs'
import type { App } from '../app.ts'
import { hasCopy } from '../edge/caching.ts'
import { type Call, call } from '../edge/call.ts'
import { isProblem, problem } from '../edge/problem.ts'
import { attachment, rangeOf } from '../edge/ranges.ts'
import { mayReadFile } from '../pack/file-access.ts'
import { keyParams } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import { isTheirs } from '../pack/signature-owner.ts'

type Run = Call<'session', typeof keyParams, z.ZodUnknown, z.ZodUnknown, z.ZodUnknown>['run']

/** Files, whole or in ranges, for those who are entitled to them. */
export function fileRoutes({ edge, packs, services }: App<'accounts' | 'files'>): void {
  const serve: Run = async ({ caller, params, request, reply }) => {
    const file = await services.files.find(params.key)
    if (!file) return problem('not-found')
    const place = (await isTheirs(services.accounts, caller, file, request)) ? null : await packs.resolveAccess(caller, file.pack)
    if (place && isProblem(place)) return place
    if (place && !mayReadFile(place, file)) return problem('not-found')
    // What a key stands for never changes; only who may have it does.
    if (hasCopy(request, reply, file.digest ?? file.key)) return reply.code(304).send()
    const range = rangeOf(request.headers.range)
    try {
      const content = await services.files.open(file.key, range ?? undefined)
      if (!content) return problem('not-found')
      const { size, start, end, stream } = content
      reply
        .type(file.mediaType)
        .header('accept-ranges', 'bytes')
        .header('content-length', end - start + 1)
        .header('content-disposition', attachment(place ? nameOf(place, file.key) : 'signature.png'))
        // A file, whatever its content, runs nothing here.
        .header('content-security-policy', "sandbox; default-src 'none'")
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
      return reply.send(stream)
    } catch (error) {
      if (error instanceof OutsideBlob) {
        reply.header('content-range', `bytes */${error.size}`)
        return problem('range-not-satisfiable')
      }
      throw error
    }
  }
  call(edge, { method: 'GET', url: '/app/serve/:key', summary: 'A file.', access: 'session', params: keyParams, run: serve })
  call(edge, { method: 'GET', url: '/app/serve_image/:key', summary: 'An image.', access: 'session', params: keyParams, run: serve })

  const dataFieldParams = keyParams.extend({ field: token })
  call(edge, {
    method: 'GET',
    url: '/app/serve_data_field_blob/:key/:field',
    summary: 'The image in a field.',
    access: 'session',
    params: dataFieldParams,
    async run({ caller, params, ...rest }) {
      const place = await packs.resolveAccess(caller, params.key)
      if (isProblem(place)) return place
      const value = place.state.fields[params.field]?.value
      if (typeof value !== 'object' || value === null || !('file' in value)) return problem('not-found')
      return serve({ ...rest, caller, params: { key: value.file } })
    },
  })
}

function nameOf({ state }: PackAccess, file: string): string {
  const appendix = state.appendices.find((one) => one.file?.key === file)
  if (appendix?.file) return disclosed(appendix.file.filename, 'document')
  const attached = attachedFilesFor(state, 'team').find(({ key }) => key === file)
  if (attached) return attached.filename
  const document = state.documents.find(
    ({ conversion, sealing }) =>
      (sealing.state === 'sealed' && sealing.file === file) ||
      ('file' in conversion && conversion.file === file) ||
      ('source' in conversion && conversion.source === file),
  )
  if (!document) return 'image.png'
  const name = disclosed(state.documents.length > 1 ? document.name : state.name, 'document')
  const sealed = document.sealing.state === 'sealed' && document.sealing.file === file
  return `${name.replace(/\.pdf$/i, '')}${sealed ? '.signed' : ''}.pdf`
}
