import { disclosed } from '#domain/kernel'
import type { Field, PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { FieldPaint, fieldLabel, filledFrom } from '../fields/index.ts'
import { type FormContext, FormField } from './FormField.tsx'
import classes from './FormFilling.module.css'
import type { FormItem } from './form-items.ts'
import { signerOf } from './steps.ts'

interface ItemProps {
  readonly item: FormItem
  readonly context: FormContext
  readonly view: PackState
  readonly number: number
  readonly isCurrent: boolean
  readonly problem: string | null
}

/** An entry of the form: words, a field to fill in, or what somebody else filled in. */
export function ShownItem({ item, context, view, number, isCurrent, problem }: ItemProps) {
  const words = useWords('signing')
  if (item.type === 'p')
    return (
      <p className={classes.paragraph} dir="auto">
        {item.text}
      </p>
    )
  if (item.type !== 'field') {
    const Heading = item.type
    return (
      <Heading className={classes[item.type]} dir="auto">
        {item.text}
      </Heading>
    )
  }
  const { field, own } = item
  if (own)
    return (
      <FormField
        context={context}
        field={field}
        number={number}
        isCurrent={isCurrent}
        problem={problem}
        from={filledFrom(view, field)}
        document={documentOf(view, field)}
        settings={view.settings}
      />
    )
  return (
    <div className={classes.theirs}>
      <p className={classes.legend}>
        <bdi>{fieldLabel(field)}</bdi>
        <span className={classes.duty}>
          {words('form_theirs', {
            who: field.assignee === 'self' || field.assignee === null ? context.session.sender_name : nameOf(view, field.assignee),
          })}
        </span>
      </p>
      <div className={classes.looks}>
        <FieldPaint field={field} />
      </div>
    </div>
  )
}

/** What its document is called, where there are several. */
function documentOf({ documents }: PackState, field: Field): string | null {
  const document = documents.length > 1 ? documents.find(({ key }) => key === field.document) : undefined
  return document ? disclosed(document.name, '') || null : null
}

function nameOf(view: PackState, signatory: string): string {
  const signer = signerOf(view, signatory)
  return disclosed(signer?.name ?? '', '') || disclosed(signer?.role ?? '', '')
}
