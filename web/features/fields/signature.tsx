import { Signature } from 'lucide-react'
import { signingInput } from './signing-input.tsx'
import type { FieldWidget } from './widget.ts'

export const signature: FieldWidget = { icon: Signature, letter: 'S', group: 'sign', Input: signingInput('signature') }
