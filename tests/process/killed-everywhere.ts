import { life } from './mortal.ts'
import type { Stage } from './stage.ts'

export interface Killed {
  /** A stage on which everything is ready for the first server. */
  begin(): Promise<Stage>
  /** What a person does while the first server lives. */
  act?(on: Stage): Promise<void>
  done(on: Stage): Promise<boolean> | boolean
  /** What must be true wherever the first server ended. `unrecorded`: mails that the mail server had taken, and the dead server had not noted. */
  check(on: Stage, where: string, unrecorded: ReadonlySet<string>): Promise<void>
}

/** Ends the server at its first step, its second, and so on until it lives to the end; a second one finishes. Answers where it died. */
export async function killedEverywhere({ begin, act, done, check }: Killed): Promise<string[]> {
  const deaths: string[] = []
  for (let step = 1; ; step++) {
    const on = await begin()
    const first = life(step)
    // A server that dies while it starts never answers.
    const starting = on.server(first)
    await act?.(on)
    await on.until(async () => first.dead || (await done(on)), 'an end, or a crash')
    const unrecorded = new Set(on.post.delivered.map(({ mail }) => mail.key).filter((key) => on.post.rows.get(key)?.state === 'waiting'))
    if (first.dead) {
      deaths.push(first.lastStep)
      const second = await on.server()
      await on.until(() => done(on), `an end after a crash ${first.lastStep}`)
      await on.rest()
      await second.stop()
    } else {
      await on.rest()
      await (await starting).stop()
    }
    await check(on, first.lastStep, unrecorded)
    if (!first.dead) return deaths
  }
}
