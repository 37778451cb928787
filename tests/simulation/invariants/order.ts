import type { Folded, Say } from './folded.ts'

/** In sequence, nobody is asked before those before them have finished; and everybody is asked once. */
export function checkOrder({ steps }: Folded, say: Say): void {
  for (const { event, before } of steps) {
    if (event.fact.type !== 'SignatureRequestQueued' || !before.settings.sequential) continue
    const { signatory } = event.fact.data
    const order = before.steps
    const at = order.findIndex((step) => step.includes(signatory))
    const earlier = order.slice(0, Math.max(0, at)).flat()
    const waiting = earlier.filter((uuid) => {
      const one = before.signatories.find((each) => each.uuid === uuid)
      return one && !one.removed && !one.optional && one.status !== 'complete' && one.status !== 'excluded'
    })
    if (waiting.length > 0) say(`signer ${signatory.slice(-4)} was asked before ${waiting.length} others had finished`)
  }

  /** In this round, by the turn that came and not because somebody or a rule asked again. */
  const asked = new Set<string>()
  let sent = ''
  for (const { event } of steps) {
    const { fact, meta } = event
    if (fact.type === 'SignaturesRequested') {
      asked.clear()
      sent = meta.correlation
    }
    const byItself = meta.actor.principal.startsWith('signatory:') || meta.correlation === sent
    if (fact.type !== 'SignatureRequestQueued' || !byItself) continue
    const { signatory } = fact.data
    if (asked.has(signatory)) say(`signer ${signatory.slice(-4)} was asked twice, as if it were their turn twice`)
    asked.add(signatory)
  }
}
