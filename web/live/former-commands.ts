import type { PackCommand } from '#domain/pack'

/** Names that commands had when an earlier version of the page stored them in this browser. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['LetSetUp', 'SetDelegatedSetup'],
  ['AskBeforeGoingOn', 'SetContinueQuestion'],
])

/** A stored command under the name it has now: changes typed before an update are saved after it. */
export function currentCommand(command: PackCommand): PackCommand {
  const name = FORMER.get(command.do)
  return name === undefined ? command : ({ ...command, do: name } as PackCommand)
}
