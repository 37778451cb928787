import { Button } from '@mantine/core'
import { CircleAlert, CircleCheck, Locate } from 'lucide-react'
import type { ReactNode } from 'react'
import { disclosed } from '#domain/kernel'
import {
  type Expiry,
  expiryDayInWords,
  type FailedCheck,
  type PackState,
  type Signatory,
  signatoriesInOrder,
  signsInOrder,
  stepsInOrder,
} from '#domain/pack'
import { refusalWords } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { useSession } from '../auth/index.ts'
import { type Checklist, type FixLocation, fixLocationOf, subjectOfCheck } from './checklist.ts'
import classes from './request.module.css'

interface Props {
  readonly view: PackState
  readonly checklist: Checklist
  onShow(place: FixLocation): void
}

/** What is missing comes first, with the way there; then what is fine; then what happens. */
export function Checks({ view, checklist: { failed, fine }, onShow }: Props) {
  const words = useWords('request')
  const count = signatoriesInOrder(view).length
  return (
    <aside className={classes.side}>
      <h3>{words('before')}</h3>
      <p className={classes.ready}>{words('ready', { done: String(fine.length), count: String(fine.length + failed.length) })}</p>
      {failed.map((check) => (
        <Failed key={`${check.code} ${check.slots?.name ?? ''} ${check.at[0] ?? ''}`} view={view} check={check} onShow={onShow} />
      ))}
      <ul className={classes.fine}>
        {fine.map((matter) => (
          <li key={matter}>
            <CircleCheck size={18} aria-hidden="true" />
            {matter === 'ok_signers' ? words(matter, { count }) : words(matter)}
          </li>
        ))}
      </ul>
      <hr className={classes.rule} />
      <h3 className={classes.heading}>{words('next')}</h3>
      <Next view={view} />
    </aside>
  )
}

function Failed({ view, check, onShow }: { readonly view: PackState; readonly check: FailedCheck; onShow(place: FixLocation): void }) {
  const words = useWords('request')
  const about = subjectOfCheck(view, check)
  const place = fixLocationOf(view, check)
  // A number that is not valid is named where there is one to name.
  const says = refusalWords({ refused: check.code, slots: { number: numberOf(view, check), ...check.slots } })
  return (
    <div className={classes.failed}>
      <CircleAlert size={18} aria-hidden="true" />
      <div>
        <p className={classes.says}>{says}</p>
        {about && (
          <p className={classes.about}>
            {'names' in about ? about.names : words('blame_fields', { count: about.fields, page: String(about.page) })}
          </p>
        )}
        {place && (
          <Button size="sm" variant="default" leftSection={<Locate size={14} aria-hidden />} onClick={() => onShow(place)}>
            {check.code === 'no-signatories' ? words('add_a_signer') : words(`show_${place.kind}`)}
          </Button>
        )}
      </div>
    </div>
  )
}

function numberOf(view: PackState, { at }: FailedCheck): string {
  const person = [...view.signatories, ...view.copyRecipients].find(({ uuid }) => at.includes(uuid))
  return disclosed(person?.mobile ?? '', '')
}

/** More are counted, not named. */
const MOST_NAMED = 4

/** The days to come, in the order in which they come. */
function Next({ view }: { readonly view: PackState }) {
  const words = useWords('request')
  const { mailsAreSent } = useSession()
  const signers = signatoriesInOrder(view)
  const names = (of: readonly Signatory[]) => of.map((one) => disclosed(one.name, '').trim().split(/\s+/)[0] || disclosed(one.role, ''))
  const mailed = signers.filter(({ notified }) => notified.signing)
  const inOrder = signsInOrder(view)
  const firstOnes = inOrder ? (stepsInOrder(view)[0] ?? []) : signers
  const first = names(firstOnes.filter((one) => mailed.includes(one)))
  const laterOnes = mailed.filter((one) => !firstOnes.includes(one))
  const [then, ...afterThen] = names(laterOnes)
  const [before] = names(signers.slice(Math.max(signers.indexOf(laterOnes[0]!) - 1, 0)))
  const unmailed = names(signers.filter((one) => !mailed.includes(one)))
  const few = (all: readonly string[]) =>
    all.length <= MOST_NAMED ? all : [...all.slice(0, MOST_NAMED - 1), words('next_others', { count: all.length - MOST_NAMED + 1 })]
  const list = (all: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(few(all))
  const expires = ({ day, remindDays }: Expiry) =>
    remindDays === null
      ? words('next_expires', { day: expiryDayInWords(day) })
      : words('next_expires_reminded', { day: expiryDayInWords(day), days: remindDays })
  const steps: ReactNode[] = [
    ...(first.length > 0 ? [words(mailsAreSent ? 'next_first' : 'next_kept', { names: list(first), count: first.length })] : []),
    ...(then
      ? [words('next_then', { name: then, other: before ?? '', more: afterThen.length, rest: few(afterThen).join(', then ') })]
      : []),
    ...(unmailed.length > 0 ? [words('next_unmailed', { names: list(unmailed), count: unmailed.length })] : []),
    ...(!inOrder && signers.length > 1 ? [words('next_all')] : []),
    ...(view.expiry ? [expires(view.expiry)] : []),
    words(mailsAreSent ? 'next_sealed' : 'next_sealed_kept'),
  ]
  return (
    <ol className={classes.next}>
      {steps.map((step) => (
        <li key={String(step)}>{step}</li>
      ))}
    </ol>
  )
}
