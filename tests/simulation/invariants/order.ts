import type { Folded, Say } from './folded.ts'

/** In sequence, nobody is asked before those before them have finished. */
export function checkOrder({ steps }: Folded, say: Say): void {
  for (const { event, before } of steps) {
    if (event.fact.type !== 'SignatureRequestQueued' || !before.settings.sequential) continue
    const { signatory } = event.fact.data
    const order = before.steps
    const at = order.findIndex((step) => step.includes(signatory))
    const earlier = order.slice(0, Math.max(0, at)).flat()
    const waiting = earlier.filter((uuid) => {
      const one = before.signatories.find((each) => each.uuid === uuid)
      return one && !one.removed && one.status !== 'complete' && one.status !== 'excluded'
    })
    if (waiting.length > 0) say(`signer ${signatory.slice(-4)} was asked before ${waiting.length} others had finished`)
  }
}
