import { Button } from '@mantine/core'
import { CircleCheck, Link, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../messages/index.ts'
import { copyToClipboard, Dialog, hrefOf } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { viewBelow } from './view-below.ts'
import classes from './Windows.module.css'

/** Back to the view under it. */
const leave = () => location.replace(hrefOf(viewBelow()))

function Window({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  return (
    <Dialog opened onClose={leave} title={title} centered size={size}>
      {children}
    </Dialog>
  )
}

/** #share */
export function Share() {
  const words = useWords('windows')
  const address = location.origin
  const text = encodeURIComponent(words('share_text', { address }))
  const outside = { component: 'a', target: '_blank', rel: 'noopener noreferrer', variant: 'default' } as const
  return (
    <Window title={words('share_title')} size={440}>
      <p className={classes.text}>{words('share_lead')}</p>
      <div className={classes.ways}>
        <Button leftSection={<Link size={16} aria-hidden />} onClick={() => void copyToClipboard(address)}>
          {words('share_copy')}
        </Button>
        <Button component="a" variant="default" href={`mailto:?body=${text}`} leftSection={<Mail size={16} aria-hidden />}>
          {words('share_mail')}
        </Button>
        <Button {...outside} href={`https://wa.me/?text=${text}`}>
          {words('share_whatsapp')}
        </Button>
        <Button {...outside} href={`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`}>
          {words('share_linkedin')}
        </Button>
      </div>
    </Window>
  )
}

/** #post_sign */
export function PostSign() {
  const words = useWords('windows')
  return (
    <Window title={words('post_sign_title')} size={440}>
      <p className={classes.text}>
        <CircleCheck size={18} aria-hidden className={classes.done} /> {words('post_sign_text')}
      </p>
      <Button component="a" href={hrefOf('documents')} fullWidth>
        {words('post_sign_next')}
      </Button>
    </Window>
  )
}

/** #custom_form */
export function CustomForm() {
  const words = useWords('windows')
  return <Outside title={words('form_title')} address={useSession().formUrl} none={words('form_none')} />
}

/** #custom_info */
export function CustomInfo() {
  const words = useWords('windows')
  return <Outside title={words('info_title')} address={useSession().infoUrl} none={words('info_none')} />
}

/** A page of another service. It learns nothing of this one. */
function Outside({ title, address, none }: { title: string; address: string | null; none: string }) {
  return (
    <Window title={title} size={address === null ? 440 : 880}>
      {address === null ? (
        <p className={classes.text}>{none}</p>
      ) : (
        <iframe
          className={classes.frame}
          title={title}
          src={address}
          referrerPolicy="no-referrer"
          sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        />
      )}
    </Window>
  )
}
