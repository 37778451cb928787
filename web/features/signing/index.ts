export { FieldLayer } from './FieldLayer.tsx'
export { PreviewPanel } from './PreviewPanel.tsx'
export { SigningApp } from './SigningApp.tsx'
export { stepsOf } from './steps.ts'
