/** How long each of so many calls took, in milliseconds, one after the other. */
export async function timesOf(count: number, call: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begun = performance.now()
    await call(at)
    times.push(performance.now() - begun)
  }
  return times
}

/** Calls finished a second, by so many writers that each wait for their own before the next, for about `ms`. */
export async function rateOf(
  writers: number,
  ms: number,
  call: (writer: number) => Promise<unknown>,
): Promise<{ rate: number; calls: number }> {
  const begun = performance.now()
  let calls = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() - begun < ms) {
        await call(writer)
        calls += 1
      }
    }),
  )
  return { rate: (calls / (performance.now() - begun)) * 1000, calls }
}
