import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { shown } from '#contract/bounds'
import type { App } from '../app.ts'
import { call } from '../edge/call.ts'
import type { Dependency } from '../services.ts'

/** Whether all is well, for everybody. How each dependency is, with versions and free disk, only for operators of this machine. */
export function healthRoutes({ edge, services }: App<'health' | 'healthToken'>): void {
  /** Looking costs questions to all that it stands on: those who ask at once share one look. */
  let looking: Promise<readonly Dependency[]> | null = null
  const look = () => {
    looking ??= services.health().finally(() => {
      looking = null
    })
    return looking
  }

  call(edge, {
    method: 'GET',
    url: '/health',
    summary: 'Whether all is well. PARAPH_STATUS_PORT and `paraph doctor` show each dependency.',
    access: 'anyone',
    answer: z.object({
      success: z.boolean(),
      status: z.enum(['ok', 'not ok']),
      dependencies: z
        .array(z.object({ name: shown, ok: z.boolean(), words: shown }))
        .max(100)
        .optional(),
    }),
    async run({ request, reply }) {
      const dependencies = await look()
      const success = dependencies.every(({ ok }) => ok)
      if (!success) reply.code(503)
      const status = success ? ('ok' as const) : ('not ok' as const)
      return { success, status, ...(isOperator(request, services.healthToken) ? { dependencies: [...dependencies] } : {}) }
    },
  })
}

function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
