import { ownerOf, type PackState } from '#domain/pack'

interface Person {
  readonly name: string
  readonly email: string
}
export interface OwnerDeps {
  /** A member of a team; null once they have left it. */
  makerOf(user: string, workspace: string): Promise<Person | null>
  /** The administrator who has belonged to a team the longest. */
  administratorOf(workspace: string): Promise<Person | null>
}

/** Who gets mails about a document: its owner, or an administrator where nobody has taken over from who left. */
export const addresseeOf = async ({ makerOf, administratorOf }: OwnerDeps, state: PackState): Promise<Person | null> =>
  (await makerOf(ownerOf(state), state.workspace)) ?? (await administratorOf(state.workspace))
