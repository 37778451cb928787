import type { Position } from '@eventstore/db-client'
import { START } from '../port.ts'

/** The server's positions as the text others see: one number where both parts are the same, as they are for what we append. */
export function textOf({ commit, prepare }: Position): string {
  return commit === prepare ? String(commit) : `${commit}.${prepare}`
}

export function placeOf(text: string): Position | 'start' {
  if (text === START) return 'start'
  const [commit, prepare = commit] = text.split('.')
  return { commit: BigInt(commit!), prepare: BigInt(prepare!) }
}

export function comparePlaces(a: string, b: string): number {
  if (a === b) return 0
  if (a === START || b === START) return a === START ? -1 : 1
  const [one, other] = [placeOf(a) as Position, placeOf(b) as Position]
  const [x, y] = one.commit === other.commit ? [one.prepare, other.prepare] : [one.commit, other.commit]
  return x < y ? -1 : x > y ? 1 : 0
}
