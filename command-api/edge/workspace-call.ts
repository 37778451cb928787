import type { z } from 'zod'
import type { Permission } from '#domain/workspace'
import { type Call, type CallInput, call, type Edge } from './call.ts'
import type { Membership } from './caller.ts'
import { isProblem, problem } from './problem.ts'
import { workspaceOf } from './workspace.ts'

export interface WorkspaceCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>
  extends Omit<Call<'team', P, Q, B, A>, 'access' | 'run'> {
  /** Without this permission in the workspace it is refused. */
  readonly needs?: Permission
  run(asked: CallInput<'team', P, Q, B> & { readonly membership: Membership }): ReturnType<Call<'team', P, Q, B, A>['run']>
}

/** A call about the workspace in which it is made: the caller must belong to it. */
export function workspaceCall<
  A extends z.ZodType = z.ZodUnknown,
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(edge: Edge, { needs, run, ...of }: WorkspaceCall<P, Q, B, A>): void {
  call<'team', A, P, Q, B>(edge, {
    ...of,
    access: 'team',
    async run(asked) {
      const membership = workspaceOf(asked.caller, asked.request)
      if (isProblem(membership)) return membership
      if (needs !== undefined && !membership.permissions.has(needs)) return problem('not-allowed')
      return run({ ...asked, membership })
    },
  })
}
