/** Who is asking, as far as the domain cares. Found by the edge (session, signing link, process), never by the body. */
export type Who =
  | {
      readonly as: 'team'
      readonly user: string
      readonly workspace: string
      readonly permissions: ReadonlySet<string>
      /** Somebody of the installation acts as them. */
      readonly inSupport?: true
    }
  | {
      readonly as: 'application'
      readonly application: string
      /** The member whose becomes what it makes. */
      readonly user: string
      readonly workspace: string
      readonly permissions: ReadonlySet<string>
    }
  | { readonly as: 'signatory'; readonly signatory: string; readonly link: string; readonly inPerson: boolean }
  | { readonly as: 'process'; readonly name: string }

/** Who acts for a workspace: its members, and its applications. */
export type TeamWho = Extract<Who, { as: 'team' | 'application' }>
export const isOfTeam = (who: Who): who is TeamWho => who.as === 'team' || who.as === 'application'

/** To whom a view or an event is shown. Open: later audiences join here. */
export type Audience = { readonly of: 'team' } | { readonly of: 'signatory'; readonly signatory: string } | { readonly of: 'everything' }
