import { disclosed } from '#domain/kernel'
import { useFileUrl } from '../pages/index.ts'
import { SignatureCapture } from '../signature/index.ts'
import { fieldLabel } from './labels.ts'
import { useUnshowable } from './metrics.ts'
import type { FieldInputProps } from './widget.ts'

/** A signature or initials: drawn, typed or uploaded. */
export const signingInput = (kind: 'signature' | 'initial') =>
  function SigningInput({ field, methods, signerName, onCommit, onUnkept, upload }: FieldInputProps) {
    const unshowable = useUnshowable('hand')
    const value = disclosed(field.value, null)
    const file = value !== null && typeof value !== 'string' && value.method === 'uploaded' ? value.file : null
    const url = useFileUrl(file === null ? null : `/app/serve_image/${file}`)
    return (
      <SignatureCapture
        kind={kind}
        methods={methods}
        name={signerName}
        value={value}
        onChange={onCommit}
        unshowable={unshowable}
        onUnkept={onUnkept}
        upload={upload}
        imageUrl={() => url ?? ''}
        label={fieldLabel(field)}
      />
    )
  }
