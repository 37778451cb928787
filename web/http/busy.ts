type Listener = (busy: boolean) => void
const listeners = new Set<Listener>()
let running = 0

function change(by: number): void {
  const was = running > 0
  running += by
  if (running > 0 !== was) for (const listener of listeners) listener(running > 0)
}

/** A request that somebody waits for has begun. Returns what to call at its end. */
export function requestBegins(): () => void {
  change(1)
  let over = false
  return () => {
    if (over) return
    over = true
    change(-1)
  }
}

/** Tells when the first such request begins and when the last one has ended. Returns the way out. */
export function onRequests(listener: Listener): () => void {
  listeners.add(listener)
  listener(running > 0)
  return () => listeners.delete(listener)
}
