import {
  appendicesAnswer,
  appendixRecord,
  appendixSavedAnswer,
  appendixUploadAnswer,
  appendixUploadQuery,
  appendixUploadSuccessAnswer,
  appendixUploadSuccessBody,
} from '#contract/appendices'
import { token } from '#contract/bounds'
import { done } from '#contract/envelope'
import { fileUrl } from '#contract/uploads'
import { isExecutableName, safeFileName } from '#domain/file-name'
import { viewFor } from '#domain/pack'
import type { App } from '../app.ts'
import { dataBody } from '../edge/body.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { ANY_KIND, attachable, executableProblem } from '../pack/attachable.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import { factIn } from '../pack/packs.ts'
import { announceUpload, uploadTo } from '../pack/uploads.ts'
import { appendixRecordOf, appendixRecordsOf, commandsOfAppendix } from './appendices.ts'

/** Supporting documents: files of any kind that accompany the pages, each for its audience. */
export function appendixRoutes(app: App<'config' | 'files' | 'world'>): void {
  const { packs, services } = app
  const newId = () => services.world.ids.next()

  packCall(app, {
    method: 'GET',
    url: '/app/get_document_appendix_upload_url/:key',
    summary: 'Says where to PUT the file of a supporting document: any kind but programs.',
    changes: true,
    teamOnly: true,
    query: appendixUploadQuery,
    answer: appendixUploadAnswer,
    async run({ place, query }) {
      if (isExecutableName(query.filename)) return executableProblem()
      const owner = uploadTo(place)
      if (isProblem(owner)) return owner
      return ok(await announceUpload(services, owner, { mediaType: ANY_KIND, as: 'file', size: query.size }))
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/document_appendix_upload_success/:key',
    summary: 'The file is there: whether it can be a supporting document. It becomes one by add_update_appendix.',
    teamOnly: true,
    body: appendixUploadSuccessBody,
    answer: appendixUploadSuccessAnswer,
    async run({ place, body: { file_key, filename: given = '' } }) {
      const upload = await attachable(services, place, file_key, given)
      const filename = given && safeFileName(given)
      if (isProblem(upload)) return upload
      const { digest, size } = upload
      return ok({ message: 'The file was received.', filename, file_key, blob_url: fileUrl(file_key), digest, size })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/appendices',
    summary: 'The supporting documents that are for the caller; to the team all of them.',
    answer: appendicesAnswer,
    async run({ place: { state, audience, pack } }) {
      return ok({ document_appendices: appendixRecordsOf(pack, viewFor(state, audience)) })
    },
  })

  packCall(app, {
    method: 'POST',
    url: '/app/documents/:key/add_update_appendix',
    summary: 'Adds a supporting document, or changes one: its file, audience and description.',
    teamOnly: true,
    body: dataBody(appendixRecord),
    answer: appendixSavedAnswer,
    async run({ place, request, body: { data } }) {
      const { appendices } = place.state
      // Without a key it is another one; but for the file that an earlier attempt, whose answer was lost, made one of.
      const key = data.key ?? appendices.find(({ file }) => file && file.key === data.file_key)?.key ?? newId()
      const held = appendices.find((one) => one.key === key)?.file
      const isAnother = data.file_key != null && data.file_key !== held?.key && !data.removed
      if (isAnother && data.filename == null)
        return problem('invalid-request', { message: 'The file of a supporting document has a name.' })
      const upload = isAnother ? await attachable(services, place, data.file_key!, data.filename!) : null
      if (upload && isProblem(upload)) return upload
      const saved = await packs.change({ on: place, request, plan: (state) => commandsOfAppendix(data, key, upload, state) })
      if (isProblem(saved)) return saved
      // What an earlier attempt under the same key made is the answer, though this one drew another key.
      const own = factIn(saved, 'AppendixAdded')?.data.appendix ?? key
      const made = saved.state.appendices.find((one) => one.key === own)
      if (!made) return problem('not-found')
      const message = 'The supporting document was saved.'
      return ok({ message, document_appendix: appendixRecordOf(place.pack, made), revision: saved.revision })
    },
  })

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/delete_document_appendix/:appendix',
    summary: 'Removes a supporting document.',
    changes: true,
    teamOnly: true,
    params: keyParams.extend({ appendix: token }),
    answer: done,
    async run({ place, params, request }) {
      if (!place.state.appendices.some(({ key }) => key === params.appendix)) return problem('not-found')
      const removed = await packs.change({ on: place, request, plan: () => [{ do: 'RemoveAppendix', appendix: params.appendix }] })
      return isProblem(removed) ? removed : ok({ message: 'The supporting document was removed.' })
    },
  })
}
