import { z } from 'zod'
import { token } from '#contract/bounds'
import { type Call, type CallInput, call, type Edge } from '../edge/call.ts'
import { isProblem, problem } from '../edge/problem.ts'
import type { PackAccess, Packs } from './packs.ts'

/** Keys of any form lead nowhere unless they are known: a stranger can't tell a wrong key from somebody else's. */
export const keyParams = z.object({ key: token })

export interface PackCall<P extends typeof keyParams, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>
  extends Omit<Call<'session', P, Q, B, A>, 'access' | 'run' | 'params'> {
  readonly params?: P
  /** Not for signers. */
  readonly teamOnly?: boolean
  run(asked: CallInput<'session', P, Q, B> & { readonly place: PackAccess }): ReturnType<Call<'session', P, Q, B, A>['run']>
}

/** A call about the pack that `:key` names. After the request was validated, and before anything is done, the caller must be somebody to it. */
export function packCall<
  A extends z.ZodType = z.ZodUnknown,
  P extends typeof keyParams = typeof keyParams,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>({ edge, packs }: { readonly edge: Edge; readonly packs: Packs }, of: PackCall<P, Q, B, A>): void {
  const { teamOnly, run, params = keyParams as P, ...rest } = of
  call<'session', A, P, Q, B>(edge, {
    ...rest,
    params,
    access: 'session',
    async run(asked) {
      const place = await packs.resolveAccess(asked.caller, asked.params.key, asked.moment)
      if (isProblem(place)) return place
      if (teamOnly && place.who.as === 'signatory') return problem('not-allowed')
      return run({ ...asked, place })
    },
  })
}
