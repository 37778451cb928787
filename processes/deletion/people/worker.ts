import { streamOfPack } from '#domain/pack'
import { streamOfWorkspace, workspace as workspaceAggregate } from '#domain/workspace'
import type { CommandHandler } from '#platform/command-handler'
import type { Files } from '#platform/files'
import type { Handler } from '#platform/jobs'
import type { KeyIndex } from '#platform/key-index'
import type { Mailer } from '#platform/mail'
import type { Sessions } from '#platform/sessions'
import type { SubjectKeys } from '#platform/subject-keys'
import { FOR_EVER, type Packs, type Queue } from '#processes/engine'

import type { OutsideDeletions } from '../outside.ts'
import { ERASURE, type ErasureData, isRepeated, lineOf } from './process.ts'
import { personRecordsOf } from './records.ts'

export interface ErasureDeps {
  readonly packs: Packs
  readonly handler: Pick<CommandHandler, 'load'>
  readonly keys: Pick<SubjectKeys, 'destroy'>
  readonly files: Pick<Files, 'remove'>
  readonly mailer: Pick<Mailer, 'removeKeys'>
  readonly keyIndex: Pick<KeyIndex, 'removeLinks'>
  readonly sessions: Pick<Sessions, 'endAllOf'>
  /** Null: none is kept. */
  readonly outside: Pick<OutsideDeletions, 'add'> | null
  /** Keys of a pack's pictures: what signers uploaded, used or not. */
  imagesOf(pack: string): Promise<readonly string[]>
  /** Downloads made of a pack hold its values. */
  dropDownloads(pack: string): Promise<unknown>
  /** Resolves when the read models hold no values under a destroyed key any more, in whichever process keeps them. */
  rewriteRows(stream: string): Promise<void>
}

/** A hold that came before the fact was seen keeps everything, until it is lifted: the job is run again. */
class Held extends Error {
  constructor() {
    super('the document is under a legal hold')
    this.name = 'Held'
  }
}

/**
 * Removes what is kept of people in a pack. Every step can be repeated, so a run that was cut off is simply run again. Rows are
 * rewritten after the keys are gone, from what the stream can still be read as. The stream itself stays as it is: it never held more than
 * digests and boxes that nothing opens any more.
 */
export function erasureQueue(deps: ErasureDeps): Queue {
  const { packs, keys, files, mailer, keyIndex, sessions, outside } = deps
  const remove: Handler = async (data) => {
    const asked = data as ErasureData
    const { pack, people } = asked
    const { workspace, exists } = await packs.load(pack)
    // Deleted as a whole meanwhile: that took everything.
    if (!exists) return
    if (!isRepeated(asked) && (await isHeld(workspace, pack))) throw new Held()
    // First: a restore must never bring deleted data back.
    await outside?.add(lineOf(workspace, asked))
    const { mails, links, othersFiles } = personRecordsOf(await packs.history(pack), people)
    const stream = streamOfPack(pack)
    for (const person of people) await keys.destroy(stream, person)
    await deps.rewriteRows(stream)
    for (const file of await deps.imagesOf(pack)) if (!othersFiles.has(file)) await files.remove(file)
    await deps.dropDownloads(pack)
    await mailer.removeKeys(mails)
    await keyIndex.removeLinks(pack, people)
    for (const link of links) await sessions.endAllOf(`link:${link}`)
  }
  const isHeld = async (workspace: string, pack: string) =>
    (await deps.handler.load(streamOfWorkspace(workspace), workspaceAggregate)).state.held.has(pack)
  return { name: ERASURE, handler: remove, settings: FOR_EVER }
}
