import { accessAnswer, accessQuery } from '#contract/access'
import { type GroundHeld, type Origin, sees } from '#domain/access'
import { disclosed } from '#domain/kernel'
import { isOfTeam, type TeamWho } from '#domain/pack'
import { mayReadAuditTrail } from '#projections/audit-trail'
import type { App } from '../app.ts'
import { ok, problem } from '../edge/problem.ts'
import { membershipIn } from '../edge/workspace.ts'
import { packCall } from '../pack/pack-call.ts'
import type { PackAccess } from '../pack/packs.ts'
import { accessOf } from './access.ts'

/** Why somebody may see a document, now or at any time before: for those who read its audit trail. */
export function accessRoutes(app: App<'eventLog' | 'subjectKeys' | 'members' | 'world'>): void {
  const { services, people } = app

  packCall(app, {
    method: 'GET',
    url: '/app/documents/:key/access',
    summary: 'What gave somebody access to a document at a time, with the events that say so, and the people that may be named.',
    teamOnly: true,
    query: accessQuery,
    answer: accessAnswer,
    async run({ place, query }) {
      const { pack, who } = place
      if (!isOfTeam(who) || !mayReadAuditTrail(place.state, who)) return problem('not-allowed')
      const { person, at = new Date(services.world.clock.now()).toISOString() } = query
      if (person !== undefined && !mayAskAbout(person, who)) return problem('not-allowed')
      const names = await namesOf(place, who)
      const known = Object.entries(names).filter(([principal]) => mayAskAbout(principal, who))
      const grounds = person === undefined ? null : await accessOf(services, pack, person, at)
      const originOf = ({ time, principal, stream, revision }: Origin) => ({
        date: time,
        who: nameIn(names, principal),
        stream,
        revision,
      })
      return ok({
        document_key: pack,
        people: known.map(([principal, name]) => ({ principal, name, kind: kindOf(principal) })),
        access: grounds && {
          sees: sees(grounds),
          grounds: grounds.filter(isShownTo(who, person!)).map(({ ground, of, since, until }) => ({
            ground,
            permission: ground === 'permission' ? of : null,
            since: originOf(since),
            until: until && originOf(until),
          })),
        },
      })
    },
  })

  /** By principal: the team as this reader may know it, and whom the document names or named. */
  async function namesOf(place: PackAccess, who: TeamWho): Promise<Readonly<Record<string, string>>> {
    const { state, caller } = place
    const earlier = caller.as === 'signer' ? [] : (state.earlierWorkspaces ?? []).map((key) => membershipIn(caller, key))
    const seen = earlier.flatMap((own) => (own?.permissions.has('can_view_teams') ? [own.workspace] : []))
    const former = who.permissions.has('can_manage_account') ? await services.members.former(state.workspace) : []
    return {
      ...Object.fromEntries(former.map(({ user, fullName }) => [`user:${user}`, fullName])),
      ...(await people.namesIn({ workspace: state.workspace, earlierWorkspaces: seen })),
      ...(await people.namesFor(place)),
      ...Object.fromEntries(
        state.signatories.map(({ uuid, name, role }) => [`signatory:${uuid}`, disclosed(name, '') || disclosed(role, '')]),
      ),
      ...Object.fromEntries(state.copyRecipients.map(({ uuid, name }) => [`recipient:${uuid}`, disclosed(name, '')])),
    }
  }
}

/** Who belongs to a workspace is for those who may view teams. */
const mayAskAbout = (person: string, { permissions, user }: TeamWho): boolean =>
  !person.startsWith('user:') || person === `user:${user}` || permissions.has('can_view_teams')

/** What others may do is shown to those who manage the workspace, as the list of members is; what an application may, to those who see it. */
const isShownTo =
  ({ permissions, user }: TeamWho, person: string) =>
  ({ ground }: GroundHeld): boolean =>
    ground !== 'permission' ||
    person === `user:${user}` ||
    permissions.has(person.startsWith('application:') ? 'can_view_api_details' : 'can_manage_account')

const KINDS = ['user', 'signatory', 'recipient', 'application'] as const
const kindOf = (principal: string) => KINDS.find((kind) => principal.startsWith(`${kind}:`)) ?? 'user'
const nameIn = (names: Readonly<Record<string, string>>, principal: string): string =>
  principal.startsWith('process:') ? 'Paraph' : names[principal] || (principal.startsWith('user:') ? 'A former member' : 'A signatory')
