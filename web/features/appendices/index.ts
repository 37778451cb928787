export { AppendixList } from './AppendixList.tsx'
export { AppendixUploads } from './AppendixUploads.tsx'
export { chooseAppendices } from './uploads.ts'
