import { z } from 'zod'
import { disclosed } from '#domain/kernel'
import { mayDisclose } from '#domain/pack'
import type { App } from '../app.ts'
import { problem } from '../edge/problem.ts'
import { attachment } from '../edge/ranges.ts'
import { packCall } from '../pack/pack-call.ts'
import { disclosuresFor } from './disclosures.ts'

const numbers = z
  .string()
  .max(8_000)
  .regex(/^\d{1,7}(,\d{1,7}){0,999}$/)
  .transform((list) => list.split(',').map(Number))

/** The values that a sealed file only digests, for those entitled to them: to be checked together with the file. */
export function disclosureRoutes(app: App<'eventLog' | 'subjectKeys'>): void {
  packCall(app, {
    method: 'GET',
    url: '/app/evidence/:key/disclosures',
    summary:
      'Values and salts of the sealed history, as a file that the verifier takes with the PDF: of all events, of some, or of one signer.',
    query: z.object({
      signatory: z.uuid().optional(),
      /** Numbers of events, from 1, with commas between. */
      events: numbers.optional(),
    }),
    async run({ place, query, reply }) {
      if (!mayDisclose(place.state, place.who)) return problem('not-allowed')
      const file = await disclosuresFor(app.services, place, query)
      if (!file) return problem('not-sealed-yet')
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', attachment(`${disclosed(place.state.name, 'document')}.disclosures.json`))
        .send(JSON.stringify(file))
    },
  })
}
