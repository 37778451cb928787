import { originOf, type Requester, type RequestOrigin } from './origins.ts'
import type { AccountRefused } from './refusals.ts'
import { type AccountStreams, refusalOf } from './streams.ts'

/** Documents that leave a workspace for another one. */
export interface Moves {
  /**
   * Records in both workspaces that a pack leaves the one and comes to the other. The first decides, against holds, deletions and other
   * moves. From then on the move is carried out, also where this process dies (`processes/moves`).
   */
  recordMove(
    pack: string,
    between: { readonly from: string; readonly to: string },
    by: Requester,
    asked: RequestOrigin,
  ): Promise<AccountRefused | null>
}

export function moves(streams: AccountStreams): Moves {
  return {
    async recordMove(pack, { from, to }, by, asked) {
      const refused = await streams.tellWorkspaceAs(from, { do: 'MovePackOut', pack, to }, by, asked, pack)
      if (refused) return refused
      // Whether they may was asked before: a right that ends now ends behind the move.
      const commands = [{ do: 'MovePackIn', pack, from }] as const
      return refusalOf(await streams.workspaces.perform({ key: to, who: { as: 'installation' }, commands, origin: originOf(by, asked) }))
    },
  }
}
