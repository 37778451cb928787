import {
  verificationUploadAnswer,
  verificationUploadQuery,
  verificationUploadSuccessAnswer,
  verificationUploadSuccessBody,
} from '#contract/verification'
import type { PackState } from '#domain/pack'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { isInUse, refusedUpload } from '../pack/attachable.ts'
import { announceUpload, uploadTo } from '../pack/uploads.ts'
import { type Checking, checkFile } from './check.ts'
import { OTHERS_FIRST } from './verification.routes.ts'

/** A file that somebody holds against a document: whether it is that document's final file, and untouched. */
export function verificationUploadRoutes({
  edge,
  packs,
  services,
}: App<'config' | 'files' | 'sealAnchors' | 'spool' | 'world', Checking>): void {
  call(edge, {
    method: 'GET',
    url: '/app/get_verification_upload_url',
    summary: 'Says where to PUT a file to compare it with a document.',
    access: 'session',
    changes: true,
    query: verificationUploadQuery,
    answer: verificationUploadAnswer,
    async run({ caller, moment, query }) {
      const place = await packs.resolveAccess(caller, query.document_key, moment)
      if (isProblem(place)) return place
      const owner = uploadTo(place)
      if (isProblem(owner)) return owner
      return ok(await announceUpload(services, owner, { mediaType: 'application/pdf', as: 'file', size: query.size }))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/document_verification_upload_success',
    summary: 'The file is there: it is checked, compared with the document’s final file, and not kept.',
    access: 'session',
    guessable: 'checking',
    body: verificationUploadSuccessBody,
    answer: verificationUploadSuccessAnswer,
    async run({ caller, moment, body }) {
      const place = await packs.resolveAccess(caller, body.document_key, moment)
      if (isProblem(place)) return place
      const uploaded = await services.files.find(body.file_key)
      if (uploaded?.pack !== place.pack || isInUse(place.state, body.file_key)) return problem('not-found')
      if (uploaded.refused !== null) return refusedUpload(uploaded.refused)
      const leave = services.checkingGate.enter(caller.session)
      if (leave === null) return problem('too-many-requests', { message: OTHERS_FIRST })
      try {
        const content = await services.files.open(body.file_key)
        if (!content) return problem('not-uploaded')
        const report = await services.spool.hold(content.stream, services.config.maxUploadBytes, async (file) => {
          await services.files.remove(body.file_key)
          return checkFile(services, file, 'pdf')
        })
        if (isProblem(report)) return report
        const finals = finalsOf(place.state, place.child)
        return ok({
          verification_key: services.world.ids.next(),
          is_final_file: finals.some(({ digest }) => digest === content.file.digest),
          report,
        })
      } finally {
        leave()
      }
    },
  })
}

function finalsOf({ documents }: PackState, child: string | null) {
  return documents
    .filter(({ key }) => child === null || key === child)
    .flatMap(({ sealing, earlierFinals }) => [...(sealing.state === 'sealed' ? [sealing] : []), ...earlierFinals])
}
