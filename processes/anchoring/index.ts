export { type Anchoring, type AnchoringDeps, type AnchoringStatus, startAnchoring, type TimestampAuthority } from './anchoring.ts'
export { type Outside, type OutsideLine, outsideFile } from './outside.ts'
export { type AnchorProof, anchorProof } from './proof.ts'
export { type AnchorStore, anchorMigrations, type KeptLeaf, type KeptTree, memoryAnchorStore, postgresAnchorStore } from './store.ts'
