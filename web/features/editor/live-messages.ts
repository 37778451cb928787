import { disclosed } from '#domain/kernel'
import { liveFormEntries, type PackState } from '#domain/pack'
import { type Loss, type PackSession, refusalWords } from '../../live/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { LOSS_SECONDS, say } from '../../ui/index.ts'
import { fieldLabel } from '../fields/index.ts'

/** The lost change, why, and the way on: doing it again. */
export function showLoss(session: PackSession, { kind, commands, code, message }: Loss): void {
  const words = wordsOf('http')
  const why = message || refusalWords({ refused: code })
  const again = () => {
    for (const refused of session.step(commands)) say.danger(refusalWords(refused))
  }
  const retrying = { action: { label: words('lost_retry'), run: again } }
  const label = labelOf(session.view(), commands[0])
  if (kind === 'appendix') return void say.danger(message || words('lost_appendix'), LOSS_SECONDS, retrying)
  if (kind === 'custom-field') return void say.danger(words('lost_custom_field', { why }), LOSS_SECONDS, retrying)
  if (kind === 'rule') return void say.danger(words('lost_rule', { why }), LOSS_SECONDS, retrying)
  // The specification shows the server's own words.
  if (kind === 'form') return void say.danger(why, LOSS_SECONDS, retrying)
  const text = label === '' || kind === 'document' ? words('lost_document', { why }) : words(`lost_${kind}`, { label, why })
  say.danger(text, LOSS_SECONDS, retrying)
}

function labelOf(view: PackState, command: Loss['commands'][number] | undefined): string {
  if (!command) return ''
  if (command.do === 'PlaceField') return fieldLabel({ ...command, customId: command.customId ?? '' })
  if ('field' in command) {
    const field = view.fields[command.field]
    return field ? fieldLabel(field) : ''
  }
  if (!('signatory' in command)) return ''
  const signatory = view.signatories.find(({ uuid }) => uuid === command.signatory)
  return signatory ? disclosed(signatory.name, '') || disclosed(signatory.role, '') : ''
}

/** Undoing stopped at what somebody else has made since. */
export function showUndoStopped(): void {
  say.info(wordsOf('http')('not_undone'))
}

/** Calls back once anybody ended the set-up of the document; says so where it was somebody else. */
export function whenLeft(session: PackSession, byMyself: () => boolean, then: () => void): () => void {
  const stop = session.subscribe(() => {
    const { status, trashed } = session.view()
    if (status === 'setup' && trashed === null) return
    stop()
    const words = wordsOf('http')
    if (!byMyself()) {
      if (trashed !== null) say.warning(words('left_trash'))
      else say.info(words(status === 'awaiting_signatures' ? 'left_awaiting_signatures' : 'left_other'))
    }
    then()
  })
  return stop
}

/** Says how many entries leave the form because their fields go: with a document, with a signer, by a colleague. */
export function tellFormLosses(session: PackSession): () => void {
  let shown = liveFormEntries(session.view())
  return session.subscribe(() => {
    const view = session.view()
    const now = liveFormEntries(view)
    const there = new Set(now.map(({ key }) => key))
    const waiting = new Set(view.form?.flatMap(({ key, removed }) => (removed ? [] : [key])))
    const count = shown.filter(({ key }) => !there.has(key) && waiting.has(key)).length
    shown = now
    if (count > 0) say.info(wordsOf('form')('gone', { count }))
  })
}
