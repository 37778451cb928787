import type { PackState } from '#domain/pack'

interface Person {
  readonly name: string
  readonly email: string
}
export interface OwnerDeps {
  /** The maker of a document; null once they have left its team. */
  makerOf(user: string, workspace: string): Promise<Person | null>
  /** The administrator who has belonged to a team the longest. */
  administratorOf(workspace: string): Promise<Person | null>
}

/** Who gets mails about a document: its maker, or an administrator once the maker has left. */
export const ownerOf = async (
  { makerOf, administratorOf }: OwnerDeps,
  { creator, workspace }: Pick<PackState, 'creator' | 'workspace'>,
): Promise<Person | null> => (await makerOf(creator, workspace)) ?? (await administratorOf(workspace))
