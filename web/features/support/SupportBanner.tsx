import { Button } from '@mantine/core'
import dayjs from 'dayjs'
import { LifeBuoy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { say } from '../../ui/index.ts'
import { checkSession, endSupport, type SupportShown, useSession } from '../auth/index.ts'
import classes from './support.module.css'

/** Over every page of both sides, for as long as somebody acts as somebody else. */
export function SupportBanner() {
  const words = useWords('support')
  const { support } = useSession()
  const banner = useRef<HTMLElement>(null)
  const isThere = support.length > 0
  // Screens are as high as the window: they leave this much.
  useEffect(() => {
    const { current } = banner
    if (!isThere || !current) return
    const root = document.documentElement
    const watch = new ResizeObserver(() => root.style.setProperty('--banner', `${current.offsetHeight}px`))
    watch.observe(current)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--banner')
    }
  }, [isThere])
  if (!isThere) return null
  return (
    <section className={classes.banner} ref={banner} aria-label={words('banner')} data-keep-clear>
      {support.map((one) => (
        <Line key={one.key} of={one} />
      ))}
    </section>
  )
}

function Line({ of: { key, is_own, administrator, member, reason, until } }: { readonly of: SupportShown }) {
  const words = useWords('support')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // The server's clock decides: asked a moment later, it says that it is over.
    const timer = setTimeout(() => void checkSession(), Math.max(0, until - Date.now()) + 500)
    return () => clearTimeout(timer)
  }, [until])
  const end = async () => {
    setBusy(true)
    try {
      await endSupport(key, is_own)
      say.success(words('ended'))
    } catch (thrown) {
      say.danger(messageOf(thrown, words('failed')))
      setBusy(false)
    }
  }
  const said = { until: dayjs(until).format('HH:mm'), reason, b: (name: React.ReactNode) => <b>{name}</b> }
  return (
    <div className={classes.line} role="status">
      <LifeBuoy size={16} aria-hidden />
      <p>{is_own ? words.rich('you_act', { member, ...said }) : words.rich('acts_as_you', { administrator, ...said })}</p>
      <Button size="xs" variant="default" loading={busy} onClick={() => void end()}>
        {words('end')}
      </Button>
    </div>
  )
}
