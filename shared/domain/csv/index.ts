export { ENCODINGS, type Encoding, encodingOf, readableEncodings } from './encoding.ts'
export { unguarded } from './guard.ts'
export { type CsvReader, type CsvRow, csvReader, DELIMITERS, type Delimiter } from './reader.ts'
