import { Button } from '@mantine/core'
import { Anchor as AnchorIcon, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import type { AnchorsNow } from '#contract/evidence'
import { useWords } from '../../messages/index.ts'
import { copyToClipboard, exactTime, IconButton, say } from '../../ui/index.ts'
import { anchorsUrl, proofUrl } from './calls.ts'
import { DocumentPick } from './DocumentPick.tsx'
import classes from './records.module.css'

/** The latest root over all histories, and the proof of one document under it. */
export function Anchors({ account, anchors: { last, authority, waiting, every_minutes } }: { account: string; anchors: AnchorsNow }) {
  const words = useWords('records')
  const [document, setDocument] = useState<string | null>(null)
  const copy = async (root: string) => {
    await copyToClipboard(root)
    say.success(words('anchor_copied'))
  }
  return (
    <section aria-label={words('anchors')}>
      <h2>{words('anchors')}</h2>
      <p className={classes.lead}>{words('anchors_lead', { minutes: every_minutes })}</p>
      <div className={classes.card}>
        {last === null ? (
          <p className={classes.none}>{words('anchor_none')}</p>
        ) : (
          <div className={classes.anchor}>
            <AnchorIcon size={20} aria-hidden />
            <div>
              <b>{words('anchor_number', { number: String(last.number) })}</b>
              <span>
                {exactTime(last.date)} · {words('anchor_size', { count: last.size })} ·{' '}
                {words(!authority ? 'anchor_no_authority' : last.timestamped ? 'anchor_timestamped' : 'anchor_untimed')}
              </span>
              <span className={classes.root}>
                <code>{last.root}</code>
                <IconButton icon={Copy} iconSize={16} name={words('anchor_copy')} onClick={() => void copy(last.root)} />
              </span>
              {waiting > 0 && <span data-warning>{words('anchor_waiting', { count: waiting })}</span>}
            </div>
            <Button component="a" variant="default" href={anchorsUrl(account)} download leftSection={<Download size={16} aria-hidden />}>
              {words('anchors_save')}
            </Button>
          </div>
        )}
        <div className={classes.proof}>
          <DocumentPick label={words('proof_of')} placeholder={words('pick')} value={document} onPick={setDocument} />
          {document ? (
            <Button component="a" variant="default" href={proofUrl(document)} download="anchor-proof.json">
              {words('proof_save')}
            </Button>
          ) : (
            <Button variant="default" disabled>
              {words('proof_save')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
