import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

/**
 * Node takes the whole program down where a thread is ended just while it makes a stream of zlib (an assertion, "close before init"). So a
 * thread that is asked to go goes by itself before it makes another. Called before anything imports zlib.
 */
export function leaveBeforeZlib(asked: () => boolean): void {
  const leave = () => {
    if (asked()) process.exit()
  }
  for (const [name, { value, ...property }] of Object.entries(Object.getOwnPropertyDescriptors(zlib))) {
    if (typeof value !== 'function') continue
    const guarded = new Proxy(value, {
      apply(made, self, args) {
        leave()
        return Reflect.apply(made, self, args)
      },
      construct(made, args, as) {
        leave()
        return Reflect.construct(made, args, as)
      },
    })
    Object.defineProperty(zlib, name, { ...property, value: guarded })
  }
  syncBuiltinESMExports()
}
