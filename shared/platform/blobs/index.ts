export { type Disk, type DiskBlobsOptions, diskBlobs, systemDisk } from './disk.ts'
export { type GridFsOptions, gridFsBlobs } from './gridfs.ts'
export { memoryBlobs } from './memory.ts'
export { type BlobContent, type Blobs, NoSpace, OutsideBlob, type Range, type Staged, TooLarge } from './port.ts'
