import { CaseUpper, Signature } from 'lucide-react'
import { signingInput } from './signing-input.tsx'
import type { FieldWidget } from './widget.ts'

export const signature: FieldWidget = { icon: Signature, letter: 'S', group: 'sign', Input: signingInput('signature') }

export const initial: FieldWidget = { icon: CaseUpper, letter: 'I', group: 'sign', Input: signingInput('initial') }
