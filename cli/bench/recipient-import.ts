import { atMost, type Figure, figure } from './figures.ts'
import { firstAccount } from './person.ts'
import { sent } from './prepare.ts'
import { withRealProgram } from './real-program.ts'
import { memoryOf } from './resident.ts'

const ROWS = 100_000
const MB = 1_048_576
const PLANS = ['Gold', 'Silver', 'Ended']

/** A recipient list of 100,000 rows of ten columns: from the bytes that are there to the rows that are taken. */
export function recipientImport(): Promise<readonly Figure[]> {
  return withRealProgram({}, async (url, pid) => {
    const sender = await firstAccount(url)
    const data = { key: 'new', description: 'Customers' }
    const made = await sender.post<{ recipient_data: { key: string } }>('/app/recipient_datas/add_update_recipient_data', { data })
    const file = await sender.get<{ url: string; file_key: string; temp_csv_key: string }>(
      `/app/get_csv_upload_url/${made.recipient_data.key}?filename=customers.csv`,
    )
    const before = await memoryOf(pid, 'VmHWM')
    const content = Buffer.from(table())
    let begun = performance.now()
    await sent(sender, file.url, content, 'text/csv')
    const sending = performance.now() - begun
    begun = performance.now()
    const { temp_csv } = await sender.post<{ temp_csv: { number_of_rows: number } }>(`/app/csv_upload_success/${file.temp_csv_key}`, {
      file_key: file.file_key,
    })
    const taken = performance.now() - begun
    if (temp_csv.number_of_rows !== ROWS) throw new Error(`${temp_csv.number_of_rows} rows were taken`)
    sender.close()
    const yardstick = { what: 'its bytes sent', value: sending, unit: 'ms' as const }
    const held = { what: 'before the file', value: before, unit: 'bytes' as const }
    const most = await memoryOf(pid, 'VmHWM')
    return [
      figure({ name: 'recipient-import', value: taken, unit: 'ms', goal: atMost(10_000), yardstick, samples: 1 }),
      figure({ name: 'recipient-import.memory', value: most, unit: 'bytes', goal: atMost(400 * MB), yardstick: held, samples: 1 }),
    ]
  })
}

function table(): string {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    [
      `0${2_200 + at}`,
      `Person ${at}`,
      `person${at}@example.com`,
      `+44 7700 9${String(at).padStart(5, '0')}`,
      `${at * 10}.50`,
      `${String((at % 28) + 1).padStart(2, '0')}-03-2026`,
      PLANS[at % PLANS.length],
      `${at} High Street`,
      'Cape Town',
      `Note ${at}`,
    ].join(','),
  )
  return `customer_no,contact_name,email,mobile,care_fee,renewal_date,plan,street,town,note\n${rows.join('\n')}\n`
}
