import { type Ceremony, supportingFor, supportingOf, wrongSupporting } from '../ceremony/index.ts'
import type { Environment } from '../environment.ts'
import { words } from '../pdf-model.ts'
import type { Folded, Say } from './folded.ts'
import { sha256 } from './sha256.ts'

/** Supporting documents are kept as they came, and a holder of a sealed file can check those against it that are for everybody, and no other. */
export function checkSupporting(ceremony: Ceremony, { state }: Folded, { files }: Environment, say: Say): void {
  const forAll = new Set(
    supportingFor(ceremony, 'signatories')
      .filter(({ plan }) => plan.audience === 'all')
      .map(({ key }) => key),
  )
  const sealed = state.documents.flatMap(({ sealing }) => {
    const bytes = sealing.state === 'sealed' ? files.keys.get(sealing.file)?.bytes : null
    return bytes ? [words(bytes)] : []
  })
  for (const one of supportingOf(ceremony)) {
    const { key, filename, text } = one
    const file = state.appendices.find((appendix) => appendix.key === key)?.file
    if (file && words(files.keys.get(file.key)?.bytes ?? new Uint8Array()) !== text) say('a file beside the pages is gone, or is another')
    for (const disclosed of sealed) {
      if (disclosed.includes(filename) !== forAll.has(key) || disclosed.includes(sha256(text)) !== forAll.has(key))
        say(`a sealed file vouches for “${filename}”, which is not for everybody, or does not, and it is`)
      if (disclosed.includes(sha256(wrongSupporting(one)))) say(`a sealed file vouches for what stood beside the pages by mistake`)
    }
  }
}
