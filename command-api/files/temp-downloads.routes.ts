import { generateTempDownloadAnswer, generateTempDownloadQuery } from '#contract/temp-downloads'
import { disclosed } from '#domain/kernel'
import { isOfTeam, viewFor } from '#domain/pack'

import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import { isProblem, ok, problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { keyParams, packCall } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import { ENDINGS, makeTempDownloads, mayAskFor, TEMP_DOWNLOAD_TYPES, type TempDownloadParts } from './temp-downloads.ts'

/** Files for looking at or filling in elsewhere: requested, polled until they are made, downloaded. */
export function tempDownloadRoutes(app: App<'files' | 'world', TempDownloadParts>): void {
  const { edge, packs, services } = app
  const { tempDownloads, files } = services
  const downloads = makeTempDownloads(services)

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/generate_temp_document_download',
    summary: 'Begins a fillable form or a preview, or says whether the one of `temp_download_key` is made. Poll until `file_key` is set.',
    teamOnly: true,
    query: generateTempDownloadQuery,
    answer: generateTempDownloadAnswer,
    async run({ place, query }) {
      const { who, pack, child, state, audience } = place
      const { temp_download_key: key, document_temp_download_type: type } = query
      if (!isOfTeam(who) || !mayAskFor(who, type)) return problem('not-allowed')
      if (key) {
        const found = await tempDownloads.find(key)
        if (found?.user !== who.user || found.pack !== pack || found.type !== type) return problem('not-found')
        return ok({ document_temp_download: { key, type, file_key: found.made ? key : null } })
      }
      const document = child ?? state.documents[0]?.key ?? ''
      const begun = await downloads.begin({ pack, user: who.user, type, document, view: viewFor(state, audience) })
      return begun ? ok({ document_temp_download: { key: begun.key, type, file_key: null } }) : problem('not-found')
    },
  })

  call(edge, {
    method: 'GET',
    url: '/app/serve_temp_download/:key',
    summary: 'A temporary download, for the user who asked for it.',
    access: 'team',
    params: keyParams,
    async run({ caller, params, reply }) {
      const found = await tempDownloads.find(params.key)
      if (found?.user !== caller.user) return problem('not-found')
      // A user who has left the workspace meanwhile, or lost the right, takes nothing with them.
      const place = await packs.resolveAccess(caller, found.pack)
      if (isProblem(place)) return place
      const type = TEMP_DOWNLOAD_TYPES.find((one) => one === found.type)
      if (!type || !mayAskFor(place.who, type)) return problem('not-found')
      const content = await files.open(found.key)
      if (!content) return problem('not-found')
      return reply
        .type('application/pdf')
        .header('content-length', content.size)
        .header('content-disposition', attachment(`${nameOf(place)}${ENDINGS[type]}.pdf`))
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(content.stream)
    },
  })
}

const nameOf = ({ state }: PackAccess) => disclosed(state.name, 'document').replace(/\.pdf$/i, '')
