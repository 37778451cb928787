import { z } from 'zod'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'

/** How each dependency is, in words. Says nothing that is not for everybody. */
export function healthRoutes({ edge, services }: App): void {
  call(edge, {
    method: 'GET',
    url: '/health',
    summary: 'How each dependency is, in words.',
    access: 'anyone',
    answer: z.object({
      success: z.boolean(),
      dependencies: z.array(z.object({ name: z.string(), ok: z.boolean(), words: z.string() })),
    }),
    async run({ reply }) {
      const dependencies = await services.health()
      const success = dependencies.every(({ ok }) => ok)
      if (!success) reply.code(503)
      return { success, dependencies: [...dependencies] }
    },
  })
}
