import { Button } from '@mantine/core'
import { KeyRound, RotateCcw } from 'lucide-react'
import type { ListRow } from '#contract/document-list'
import { CONVERSION_FAILURES } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { MoreSigners, SignerAvatar } from '../../ui/index.ts'
import { isConverting, isLocked, isWithoutFile } from './conversion.ts'
import classes from './Table.module.css'

const SHOWN = 3

type Words = ReturnType<typeof useWords<'documents'>>

export function signersInWords(row: ListRow, words: Words): string {
  const signers = row.signatories.filter(({ status }) => status !== 'excluded')
  const signed = signers.filter(({ status }) => status === 'complete').length
  if (row.status === 'rejected') {
    const by = signers.find(({ status }) => status === 'rejected')
    return words('rejected_by', { name: by?.name || by?.role || words('a_signer') })
  }
  if (row.status === 'complete' && row.sealing === 'failed') return words('sealing_failed')
  if (signers.length === 0) return words('no_signers')
  // A template is never sent: what it has are roles.
  if (row.document_type === 'template') return words('roles', { count: signers.length })
  if (row.status === 'setup') return words('not_sent')
  if (row.status === 'complete' && row.sealing === 'running') return words('being_sealed')
  if (row.expired) return words('expired_of', { signed: String(signed), count: String(signers.length) })
  return words('signed_of', { signed: String(signed), count: String(signers.length) })
}

/** Why a file did not become pages. */
function reasonInWords(row: ListRow, words: Words): string {
  const reason = CONVERSION_FAILURES.find((known) => known === row.conversion.reason)
  return words(reason ? `reason_${reason}` : 'reason_unknown')
}

export function SignersCell({ row, onUnlock, onRetry }: { row: ListRow; onUnlock: () => void; onRetry: () => void }) {
  const words = useWords('documents')
  if (row.status === 'conversion_error') {
    const locked = isLocked(row)
    const Icon = locked ? KeyRound : RotateCcw
    return (
      <>
        <Button size="sm" variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={locked ? onUnlock : onRetry}>
          {words(locked ? 'enter_password' : 'retry')}
        </Button>
        <span data-why={locked ? 'asked' : 'told'} title={reasonInWords(row, words)}>
          {reasonInWords(row, words)}
        </span>
      </>
    )
  }
  if (isConverting(row)) return <span className={classes.said}>{words('preparing')}</span>
  if (isWithoutFile(row)) return <span className={classes.said}>{words('no_file')}</span>
  const beyond = row.signatories.slice(SHOWN)
  return (
    <>
      {row.signatories.length > 0 && (
        <span className={classes.avatars}>
          {row.signatories.slice(0, SHOWN).map((signer) => (
            <SignerAvatar key={signer.uuid} {...signer} />
          ))}
          {beyond.length > 0 && <MoreSigners count={beyond.length} complete={beyond.every(({ status }) => status === 'complete')} />}
        </span>
      )}
      <span className={classes.said}>{signersInWords(row, words)}</span>
    </>
  )
}
