import { messageOf } from '../../http/index.ts'
import { wordsOf } from '../../messages/index.ts'
import { confirm, say } from '../../ui/index.ts'
import { renewSeal, setHold } from './calls.ts'

const words = wordsOf('evidence')

export async function renewSealOf(key: string): Promise<void> {
  if (!(await confirm({ title: words('renew_title'), text: words('renew_text'), yes: words('renew_yes') }))) return
  try {
    await renewSeal(key)
    say.info(words('renew_asked'))
  } catch (thrown) {
    say.danger(messageOf(thrown, words('renew_failed')))
  }
}

export async function liftHold(key: string, name: string, look: () => Promise<void>): Promise<void> {
  const yes = await confirm({
    title: words('hold_lift_title', { name }),
    text: words('hold_lift_text'),
    yes: words('hold_lift'),
    danger: true,
  })
  if (!yes) return
  try {
    await setHold(key, false)
    say.success(words('hold_lifted'))
  } catch (thrown) {
    say.danger(messageOf(thrown, words('hold_failed')))
  }
  await look()
}
