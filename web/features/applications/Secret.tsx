import { Button } from '@mantine/core'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../messages/index.ts'
import { copyToClipboard } from '../../ui/index.ts'
import classes from './Applications.module.css'
import { Example } from './Example.tsx'
import { basicExample } from './examples.ts'

/** Key and secret, while the secret can still be read. */
export function Secret({ client, secret, onDone }: { readonly client: string; readonly secret: string; onDone(): void }) {
  const words = useWords('applications')
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a secret that takes the place of another one is news
  useEffect(() => title.current?.focus(), [secret])
  return (
    <section className={classes.secret} aria-label={words('secret')}>
      <div>
        <h3 ref={title} tabIndex={-1}>
          <KeyRound size={18} aria-hidden />
          {words('secret_title')}
        </h3>
        <dl>
          <dt>{words('col_key')}</dt>
          <dd>
            <code>{client}</code>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={words('copy_key')}
              leftSection={<Copy size={14} aria-hidden />}
              onClick={() => void copyToClipboard(client)}
            >
              {words('copy')}
            </Button>
          </dd>
          <dt>{words('secret')}</dt>
          <dd>
            <code>{secret}</code>
            <Button
              size="compact-sm"
              aria-label={words('copy_secret')}
              leftSection={<Copy size={14} aria-hidden />}
              onClick={() => void copyToClipboard(secret)}
            >
              {words('copy')}
            </Button>
          </dd>
        </dl>
        <p>{words('secret_kept')}</p>
        <Button variant="default" leftSection={<Check size={16} aria-hidden />} onClick={onDone}>
          {words('copied_it')}
        </Button>
      </div>
      <Example text={basicExample(client, secret)} name={words('help_basic')} />
    </section>
  )
}
