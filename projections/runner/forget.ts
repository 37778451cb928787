import type { Projection } from './port.ts'
import type { ProjectionStore } from './store.ts'

/** Rewrites the rows of a stream whose keys were destroyed. Needs not be the owner: whoever is hears of the keys by itself. */
export function forgetRows<T>(
  store: Pick<ProjectionStore<T>, 'rewrite'>,
  { name, open }: Pick<Projection<T>, 'name' | 'open'>,
  stream: string,
): Promise<void> {
  return store.rewrite(name, stream, (tables) => open().forget(stream, tables))
}
