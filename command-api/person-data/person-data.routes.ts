import { personErasure, personErasureAnswer, personSearch, personSearchAnswer } from '#contract/person-data'
import { contactKey } from '#domain/contacts'
import { eraseRecipients, type RecipientRows } from '#projections/recipient-rows'
import type { App } from '../app.ts'
import { addressBook } from '../contacts/index.ts'
import { accountProblem } from '../edge/account-problem.ts'
import { dataBody } from '../edge/body.ts'
import { call } from '../edge/call.ts'
import type { TeamCaller } from '../edge/caller.ts'
import { isProblem, ok, type Problem, problem } from '../edge/problem.ts'
import { commandOriginOf } from '../edge/request-origin.ts'
import { administeredBy } from '../edge/workspace.ts'
import { keyParams } from '../pack/pack-call.ts'
import { type Wanted, wantedOf } from './contact.ts'
import { erasePeople } from './erase.ts'
import { occurrencesOf } from './occurrences.ts'

/** So many documents are looked through for one answer, and so many of them at once. */
const STRETCH = 200
const AT_ONCE = 8

type Names = 'config' | 'eventLog' | 'handler' | 'members' | 'queries' | 'subjectKeys' | 'world'

/** What a workspace's documents hold of somebody who asks, and its deletion as far as what others signed allows. */
export function personDataRoutes(app: App<Names, { readonly recipientRows: RecipientRows }>): void {
  const { edge, services, packs } = app
  const { members, queries, config, world } = services
  const book = addressBook(services)

  function admitted(caller: TeamCaller, workspace: string, contact: string): Wanted | Problem {
    const own = administeredBy(caller, workspace)
    if (isProblem(own)) return own
    const message = 'Please enter a whole email address, or a mobile number with its country code.'
    return wantedOf(contact, config.defaultCountry) ?? problem('invalid-request', { message })
  }

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/person_data',
    summary:
      'What a workspace’s documents hold of the person with this address or number, for administrators, a stretch of documents at a time.',
    access: 'team',
    params: keyParams,
    body: dataBody(personSearch),
    answer: personSearchAnswer,
    async run({ caller, params, body: { data } }) {
      const wanted = admitted(caller, params.key, data.contact)
      if (isProblem(wanted)) return wanted
      const keeping = await members.retentionOf(params.key)
      const stretch = await queries.packsOf(params.key, data.after ?? '', STRETCH)
      const places = []
      for (let from = 0; from < stretch.length; from += AT_ONCE) {
        const some = stretch.slice(from, from + AT_ONCE)
        const found = await Promise.all(some.map((pack) => occurrencesOf(services, params.key, pack, wanted, keeping)))
        places.push(...found.flat().map(({ place }) => place))
      }
      const next = stretch.length < STRETCH ? null : stretch.at(-1)!
      return ok({
        contact: wanted.contact,
        places,
        looked: stretch.length,
        in_address_book: await book.knows(params.key, wanted.contact),
        next,
      })
    },
  })

  call(edge, {
    method: 'POST',
    url: '/app/accounts/:key/erase_person',
    summary: 'Deletes for good what these documents hold of a person, where it may go, for administrators.',
    access: 'team',
    inSupport: false,
    params: keyParams,
    body: dataBody(personErasure),
    answer: personErasureAnswer,
    async run({ caller, params, request, moment, body: { data } }) {
      const wanted = admitted(caller, params.key, data.contact)
      if (isProblem(wanted)) return wanted
      const documents = []
      for (const document_key of new Set(data.documents)) {
        const refused = await erase(document_key)
        documents.push({ document_key, erased: refused === null, message: refused })
      }
      await eraseRecipients(services, params.key, contactKey(params.key, wanted.contact), commandOriginOf(caller, request).origin)
      const refused = await book.erase(params.key, wanted.contact, caller, request)
      if (refused) return refused
      return ok({ documents, time: new Date(world.clock.now()).toISOString() })

      /** null: it goes. The state found now decides, even if the screen showed another. */
      async function erase(document: string): Promise<string | null> {
        const place = await packs.resolveAccess(caller, document, moment)
        if (isProblem(place)) return place.message
        if (place.pack !== document || place.state.workspace !== params.key) return problem('not-found').message
        const keeping = await members.retentionOf(params.key)
        const found = await occurrencesOf(services, params.key, document, wanted as Wanted, keeping)
        // As it was found: `erasePeople` asks once more, at the deed.
        if (keeping.held.has(document)) return accountProblem({ refused: 'legal-hold' }).message
        const people = found.flatMap(({ person, place: { fate } }) => (fate === 'erasable' ? [person] : []))
        // Where some of it has to stay, that is said; where nothing is left to delete, somebody was faster.
        if (people.length === 0) return found.length === 0 ? null : 'This data stays: the reason stands next to the document.'
        const done = await erasePeople({ packs, members }, place, request, people)
        return isProblem(done) ? done.message : null
      }
    },
  })
}
