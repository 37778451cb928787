export { type Kept, type Kind, kindOf, offeredIn } from './kept.ts'
export { default as keptClasses } from './kept-signatures.module.css'
export { OfferedToSigner, type OfferedToSignerProps } from './OfferedToSigner.tsx'
export { Tiles } from './Tiles.tsx'
