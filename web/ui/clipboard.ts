import { wordsOf } from '../messages/index.ts'
import { CLIPBOARD_FAILED_SECONDS, CLIPBOARD_SECONDS, say } from './say.tsx'

/** Copies and says so. `navigator.clipboard` is there only over TLS or on localhost, so the old way stands behind it. */
export async function copyToClipboard(text: string): Promise<boolean> {
  const words = wordsOf('ui')
  const done = await writeText(text)
  if (done) say.success(words('copied'), CLIPBOARD_SECONDS, { id: 'clipboard' })
  else say.danger(words('copy_failed'), CLIPBOARD_FAILED_SECONDS, { id: 'clipboard' })
  return done
}

async function writeText(text: string): Promise<boolean> {
  if (navigator.clipboard && window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
