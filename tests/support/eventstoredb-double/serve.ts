import { eventStoreDbDouble } from './index.ts'

// The double as a program of its own: says where it is, and ends with its parent.
const double = await eventStoreDbDouble()
process.on('disconnect', () => void double.close().then(() => process.exit(0)))
process.send?.(double.url)
