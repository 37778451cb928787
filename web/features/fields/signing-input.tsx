import { disclosed } from '#domain/kernel'
import { SignatureCapture } from '../signature/index.ts'
import { fieldLabel } from './labels.ts'
import { useUnprintable } from './metrics.ts'
import { usePicture } from './picture.ts'
import { SignatureLooks } from './SignatureLooks.tsx'
import type { FieldInputProps } from './widget.ts'

/** A signature or initials: drawn, typed or uploaded. */
export const signingInput = (kind: 'signature' | 'initial') =>
  function SigningInput({ field, methods, signerName, onCommit, onUnkept, upload }: FieldInputProps) {
    const unprintable = useUnprintable(field)
    const url = usePicture(field)
    return (
      <SignatureCapture
        kind={kind}
        methods={methods}
        name={signerName}
        value={disclosed(field.value, null)}
        onChange={onCommit}
        unshowable={(text) => unprintable({ method: 'typed', text })}
        onUnkept={onUnkept}
        upload={upload}
        paint={(value) => <SignatureLooks type={kind} value={value} />}
        imageUrl={() => url ?? ''}
        label={fieldLabel(field)}
      />
    )
  }
