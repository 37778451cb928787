import { CaseUpper } from 'lucide-react'
import { signingInput } from './signing-input.tsx'
import type { FieldWidget } from './widget.ts'

export const initial: FieldWidget = { icon: CaseUpper, letter: 'I', group: 'sign', Input: signingInput('initial') }
