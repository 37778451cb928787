export * from './matrix.ts'
export * from './milli.ts'
export * from './page.ts'
