import { imageUploadAnswer, imageUploadQuery, imageUploadSuccessAnswer, imageUploadSuccessBody } from '#contract/images'
import { imageUrl } from '#contract/uploads'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Signer, TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { ANY_KIND, isInUse } from '../pack/attachable.ts'
import { type PictureReading, picturesOf, readingPictures } from '../pack/pictures.ts'
import { announceUpload, ownUpload, type UploadOwner, uploadTo } from '../pack/uploads.ts'
import { PICTURE } from './field-uploads.routes.ts'

/** Pictures that are no field's yet: of an account holder, or of the document that a signer came to. */
export function imageUploadRoutes({ edge, packs, services }: App<'config' | 'files' | 'world', PictureReading>): void {
  /** Whose files these become, and which of those are more than uploads. */
  async function ownerOf(caller: TeamCaller | Signer): Promise<{ owner: UploadOwner; isUsed: (file: string) => boolean } | Problem> {
    if (caller.as === 'account') return { owner: ownUpload(caller), isUsed: () => false }
    if (caller.as === 'application') return problem('not-for-applications')
    const place = await packs.resolveAccess(caller, caller.pack)
    if (isProblem(place)) return place
    const owner = uploadTo(place)
    return isProblem(owner) ? owner : { owner, isUsed: (file) => isInUse(place.state, file) }
  }

  call(edge, {
    method: 'GET',
    url: '/app/get_image_upload_url',
    summary: 'Says where to PUT a picture.',
    access: 'session',
    inSupport: false,
    changes: true,
    query: imageUploadQuery,
    answer: imageUploadAnswer,
    async run({ caller, query: { size } }) {
      const of = await ownerOf(caller)
      if (isProblem(of)) return of
      return ok(await announceUpload(services, of.owner, { mediaType: ANY_KIND, as: 'picture', size }))
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/image_upload_success',
    summary: 'The picture is there: the server judges it by its content and writes it again, to go into a field.',
    access: 'session',
    inSupport: false,
    body: imageUploadSuccessBody,
    answer: imageUploadSuccessAnswer,
    async run({ caller, body }) {
      const of = await ownerOf(caller)
      if (isProblem(of)) return of
      const upload = { key: body.file_key, owner: of.owner, isUsed: of.isUsed(body.file_key) }
      const made = await readingPictures(services, caller.session, () => picturesOf(services, upload, PICTURE))
      if (isProblem(made)) return made
      const { picture } = made
      return ok({ message: 'The picture was received.', file_key: picture.file, blob_url: imageUrl(picture.file), picture })
    },
  })
}
