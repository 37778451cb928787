import { Button, Select, TextInput } from '@mantine/core'
import { Copy, MonitorX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, copyToClipboard, Dialog, ErrorState, Loading } from '../../ui/index.ts'
import { signingLink } from '../documents/index.ts'
import { useWatched } from './context.ts'
import classes from './LinkSheet.module.css'
import type { SignerRow } from './summary.ts'

type Link = { readonly url: string; readonly qr: string | null } | { readonly problem: string } | null

/** The picture of a link, drawn here: a link is a secret that no other server may see. */
async function qrOf(url: string): Promise<string | null> {
  try {
    const { toString: draw } = await import('qrcode')
    return `data:image/svg+xml,${encodeURIComponent(await draw(url, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' }))}`
  } catch {
    // The link itself is what counts, and it can still be copied.
    return null
  }
}

/** Only this computer reaches it: a phone that scans it finds nothing, or itself. */
const isLocal = (url: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

interface Props {
  /** Whose link was asked for last: the sheet still says it while it goes. */
  readonly row: SignerRow | null
  /** Everybody who can be given a link now. */
  readonly rows: readonly SignerRow[]
  readonly opened: boolean
  readonly onAsk: (row: SignerRow) => void
  readonly onClose: () => void
}

/** A signer's link to copy, or as a QR code for somebody in the room. */
export function LinkSheet({ row, rows, opened, onAsk, onClose }: Props) {
  const words = useWords('progress')
  return (
    <Dialog opened={opened} onClose={onClose} title={words('link_title', { name: row?.name ?? '' })} centered size={480}>
      {row && rows.length > 1 && (
        <Select
          className={classes.who ?? ''}
          label={words('link_for')}
          allowDeselect={false}
          value={row.signatory.uuid}
          data={rows.map(({ signatory, name }) => ({ value: signatory.uuid, label: name }))}
          onChange={(uuid) => {
            const chosen = rows.find(({ signatory }) => signatory.uuid === uuid)
            if (chosen) onAsk(chosen)
          }}
        />
      )}
      {row && <NewLink key={row.signatory.uuid} signatory={row.signatory.uuid} name={row.name} />}
    </Dialog>
  )
}

/** Lives as long as the sheet is open: the next opening begins without the last one's link. */
function NewLink({ signatory, name }: { readonly signatory: string; readonly name: string }) {
  const words = useWords('progress')
  const { key } = useWatched()
  const [link, setLink] = useState<Link>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    let left = false
    setLink(null)
    signingLink(key, signatory)
      .then(async ({ signing_link: url }) => ({ url, qr: await qrOf(url) }))
      .catch((thrown): Link => ({ problem: messageOf(thrown, words('link_failed')) }))
      .then((made) => left || setLink(made))
    return () => {
      left = true
    }
  }, [key, signatory, attempt, words])
  return (
    <>
      <p className={classes.lead}>{words('link_lead', { name })}</p>
      {link && 'problem' in link && <ErrorState message={link.problem} onRetry={() => setAttempt((count) => count + 1)} />}
      {(!link || 'url' in link) && (
        <>
          <div className={classes.line}>
            <TextInput
              className={classes.url ?? ''}
              readOnly
              aria-label={words('link_title', { name })}
              value={link?.url ?? ''}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              data-autofocus
              leftSection={<Copy size={16} aria-hidden />}
              data-disabled={!link}
              aria-disabled={!link}
              onClick={() => link && void copyToClipboard(link.url)}
            >
              {words('link_copy')}
            </Button>
          </div>
          <div className={classes.code} hidden={link !== null && link.qr === null}>
            {link?.qr ? (
              <img src={link.qr} width={176} height={176} alt={words('link_qr')} />
            ) : (
              <Loading>
                <Bone width={176} height={176} />
              </Loading>
            )}
            {link && isLocal(link.url) ? (
              <p>
                <MonitorX size={16} aria-hidden /> {words('link_local', { host: new URL(link.url).host })}
              </p>
            ) : (
              <p>{words('link_scan')}</p>
            )}
          </div>
        </>
      )}
    </>
  )
}
