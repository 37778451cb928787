import { almostSigned } from './ceremony.ts'
import { atMost, type Figure, figure } from './figures.ts'
import { paper } from './paper.ts'
import { firstAccount } from './person.ts'
import { uploaded } from './prepare.ts'
import { withRealProgram } from './real-program.ts'
import { settledResident, totalOf } from './resident.ts'

const MB = 1_048_576
const DOCUMENTS = 40
const SEALS = 10
const PAGES = 50

/** What the program holds that nobody uses yet, and what it holds after some work: converted and sealed documents. */
export function residentSize(): Promise<readonly Figure[]> {
  return withRealProgram({}, async (url, pid) => {
    const idle = await settledResident(pid)
    const sender = await firstAccount(url)
    const pdf = await paper({ pages: PAGES, jpegBytes: 624_000 })
    for (let at = 0; at < DOCUMENTS; at++) await uploaded(sender, `upload ${at}`, pdf)
    for (let at = 0; at < SEALS; at++) await (await almostSigned(url, sender, pdf, PAGES)).finish()
    sender.close()
    const after = await settledResident(pid)
    const bytes = { unit: 'bytes', samples: 1 } as const
    const yardstick = { what: 'before the first document', value: totalOf(idle), unit: 'bytes' as const }
    return [
      figure({ name: 'resident.idle', value: totalOf(idle), goal: atMost(350 * MB), ...bytes }),
      figure({ name: 'resident.idle-database', value: idle.database, ...bytes }),
      figure({ name: 'resident.after-work', value: totalOf(after), yardstick, ...bytes }),
      figure({ name: 'resident.after-work-workers', value: after.workers, ...bytes }),
    ]
  })
}
