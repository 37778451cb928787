import type { Refused } from '#domain/kernel'
import type { PackCommand } from './commands.ts'
import type { PackRefusalCode } from './refusals.ts'
import type { PackState } from './state.ts'
import type { Who } from './who.ts'

export function permits(command: PackCommand, _state: PackState, _who: Who): Refused<PackRefusalCode> | null {
  throw new Error(`nothing is known of who may ${command.do}`)
}
