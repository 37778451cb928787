export { FieldPaint } from './FieldPaint.tsx'
export { fieldHelp, fieldLabel } from './labels.ts'
export { FIELD_WIDGETS, FieldInput, fieldIcon } from './registry.tsx'
export type { FieldInputProps, FieldWidget } from './widget.ts'
