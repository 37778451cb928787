import type { Permission } from './permissions.ts'
import { type Member, memberOf, permissionsOf, type WorkspaceState } from './state.ts'

/** Without these, something that is taken over would stop. */
const RIGHTS = [
  'can_browse',
  'can_upload_documents',
  'can_create_templates',
  'can_view_bulk_sends',
  'can_do_bulk_actions',
  'can_view_api_details',
] as const satisfies readonly Permission[]

export function mayTakeOver(member: Member): boolean {
  const held = permissionsOf(member)
  return RIGHTS.every((permission) => held.has(permission))
}

/**
 * Who takes over where nobody is chosen: the member who removes, where they may; otherwise the administrator who has been there the longest.
 * Null where nobody is left who could.
 */
export function successorByDefault({ members }: WorkspaceState, leaver: Member, remover: string | null): Member | null {
  const others = members.filter(({ key }) => key !== leaver.key)
  const first = others.filter(({ user }) => user === remover)
  const candidates = [...first, ...others.filter(({ administrator }) => administrator)].filter((one) =>
    permissionsOf(one).has('can_browse'),
  )
  return candidates.find(mayTakeOver) ?? candidates[0] ?? null
}

/** Whose what somebody had begun is now. Who took over may have left since; null where nobody did. */
export function successorOf(state: WorkspaceState, user: string): string | null {
  const passed = new Set<string>()
  let next = state.successors.get(user) ?? null
  while (next !== null && memberOf(state, next) === null && !passed.has(next)) {
    passed.add(next)
    next = state.successors.get(next) ?? null
  }
  return next !== null && memberOf(state, next) !== null ? next : null
}
