export type { EditorScreenProps } from './EditorScreen.tsx'
export { default } from './EditorScreen.tsx'
