import type pg from 'pg'
import type { WorkerPool, WorkLimits } from '#pdf/worker-pool'
import type { App } from './app.ts'
import type { Services } from './services.ts'

/** What a topic may open its services over. */
export interface Opening extends Services {
  readonly pool: pg.Pool
  /** Threads for what somebody waits for. */
  readonly threads: WorkerPool
  /** One process, for what nobody has looked at yet: one piece of work at a time. */
  separateWorker(limits?: WorkLimits): WorkerPool
  /** Runs a step again for as long as the database is away. */
  untilDone<T>(step: () => Promise<T>): Promise<T>
  /** Closed with the program, the last one first. */
  onClose(close: () => Promise<void> | void): void
}

type Routes = (app: never) => void

/** A part of the API: the services that it opens, where it has any, and its routes. */
export interface Topic<in Used, out Own> {
  readonly open: ((opening: Opening) => Own | Promise<Own>) | null
  /** Each is mounted in a scope of its own, whose parsers it may change. */
  readonly routes: readonly ((app: App<never, Used>) => void)[]
}

/** Declares a topic. What its routes use follows from the types of their parameters. */
export function defineTopic<const R extends readonly Routes[], Own = unknown>({
  open,
  routes,
}: {
  readonly open?: (opening: Opening) => Own | Promise<Own>
  readonly routes: R
}): Topic<UsedBy<R>, Own> {
  return { open: open ?? null, routes: routes as unknown as Topic<UsedBy<R>, Own>['routes'] }
}

type UsedBy<R extends readonly Routes[]> = {
  [I in keyof R]: (used: Parameters<R[I]>[0] extends { readonly services: infer S } ? S : never) => void
}[number] extends (used: infer All) => void
  ? All
  : never

type AnyTopic = Topic<never, unknown>

export type OpenedBy<T extends readonly AnyTopic[]> = {
  [I in keyof T]: T[I] extends Topic<never, infer Own> ? (own: Own) => void : never
}[number] extends (own: infer All) => void
  ? All
  : never
