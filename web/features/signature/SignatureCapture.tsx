import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { PenLine, Type, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FieldValue, Picture, SignatureValue } from '#domain/pack'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { DrawPad } from './DrawPad.tsx'
import { PictureUpload } from './PictureUpload.tsx'
import classes from './signature.module.css'

export type SignatureMethod = 'drawn' | 'typed' | 'uploaded'
type Looks = SignatureValue

/** The result of an uploaded picture. */
export interface HandedPicture {
  /** Without the paper it was written on; null where ink and paper cannot be separated. */
  readonly ink: Picture | null
  /** As it was. */
  whole(): Promise<Picture>
}

export interface SignatureCaptureProps {
  readonly kind: 'signature' | 'initial'
  /** Which ways of signing the sender allows. */
  readonly methods: { readonly drawn: boolean; readonly typed: boolean; readonly uploaded: boolean }
  /** The signer's name, offered for typing. */
  readonly name: string
  readonly value: FieldValue | null
  onChange(value: FieldValue | null): void
  /** Which way is being tried. */
  readonly onMethod?: ((method: SignatureMethod) => void) | undefined
  /** Why a text cannot be shown in the document; null where it can, '' while that is not known yet. */
  unshowable(text: string): string | null
  /** What is being typed cannot be kept as it stands. */
  readonly onUnkept?: ((unkept: boolean) => void) | undefined
  /** Uploads the picture. `sent`: the part that has left, from 0 to 1. */
  upload(file: File, sent: (part: number) => void): Promise<HandedPicture>
  /** Shows the typed name as the document will. */
  readonly paint: (value: SignatureValue) => ReactNode
  /** Where an uploaded picture can be seen. */
  imageUrl?(value: Picture): string
  readonly label: string
}

const ORDER: readonly SignatureMethod[] = ['drawn', 'typed', 'uploaded']

/** Draw, type or upload a signature. Each tab keeps its signature while another is tried. */
export function SignatureCapture({
  kind,
  methods,
  name,
  value,
  onChange,
  onMethod,
  unshowable,
  onUnkept,
  upload,
  paint,
  imageUrl,
  label,
}: SignatureCaptureProps) {
  const words = useWords('signature')
  const looks = value && typeof value !== 'string' ? (value as Looks) : null
  const allowed = ORDER.filter((method) => methods[method])
  const [method, setMethod] = useState<SignatureMethod>(looks?.method && methods[looks.method] ? looks.method : (allowed[0] ?? 'uploaded'))
  const kept = useRef<Partial<Record<SignatureMethod, Looks | null>>>(looks ? { [looks.method]: looks } : {})
  const tabs = useId()
  const [handed, setHanded] = useState<HandedPicture | null>(null)
  const [stuck, setStuck] = useState(false)

  const keep = (made: Looks | null) => {
    kept.current[method] = made
    onChange(made)
  }
  const suggestion = kind === 'initial' ? initialsOf(name) : name.trim()
  // Somebody whose name no font has can draw it, or type it in other letters.
  const isPrintable = !unshowable(name.trim())
  const switchTo = (next: SignatureMethod) => {
    onUnkept?.(false)
    setMethod(next)
    onMethod?.(next)
    // Typing begins with the signer's known name.
    if (next === 'typed' && kept.current.typed === undefined && suggestion !== '' && unshowable(suggestion) === null) {
      kept.current.typed = { method: 'typed', text: suggestion }
    }
    onChange(kept.current[next] ?? null)
  }
  /** Another way may be tried by the time it is there. */
  const keepPicture = (picture: Picture) => {
    kept.current.uploaded = picture
    onChange(picture)
  }
  const leavePaperOut = (out: boolean) => {
    if (!handed?.ink) return
    setStuck(false)
    if (out) return keepPicture(handed.ink)
    handed.whole().then(keepPicture, () => setStuck(true))
  }
  const drawn = kept.current.drawn
  const typed = kept.current.typed
  const uploaded = kept.current.uploaded

  return (
    <div className={classes.capture}>
      {allowed.length > 1 && (
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={words('method')}
          name={tabs}
          value={method}
          onChange={(next) => switchTo(next as SignatureMethod)}
          classNames={{ label: classes.tab ?? '' }}
          data={allowed.map((each) => ({ value: each, label: <Tab method={each} text={words(each)} /> }))}
        />
      )}
      {method === 'drawn' && <DrawPad label={label} value={drawn?.method === 'drawn' ? drawn : null} onChange={keep} />}
      {method === 'typed' && (
        <TypedSignature
          kind={kind}
          suggestion={isPrintable ? suggestion : ''}
          transliterated={isPrintable ? null : name.trim()}
          label={label}
          text={typed?.method === 'typed' ? typed.text : null}
          unshowable={unshowable}
          paint={paint}
          onText={(text) => {
            const unkept = unshowable(text) !== null
            onUnkept?.(unkept)
            if (!unkept) keep(text.trim() === '' ? null : { method: 'typed', text: text.trim() })
          }}
        />
      )}
      {method === 'uploaded' && (
        <PictureUpload
          label={label}
          url={uploaded?.method === 'uploaded' && imageUrl ? imageUrl(uploaded) : null}
          enhances
          onFile={async (file, sent) => {
            const made = await upload(file, sent)
            setStuck(false)
            setHanded(made)
            keepPicture(made.ink ?? (await made.whole()))
          }}
          failed={(thrown) => messageOf(thrown, words('upload_again'))}
        />
      )}
      {method === 'uploaded' && handed?.ink && uploaded && (
        <Checkbox
          size="md"
          label={words('without_paper')}
          checked={uploaded === handed.ink}
          error={stuck && words('paper_stays')}
          onChange={(event) => leavePaperOut(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

function Tab({ method, text }: { readonly method: SignatureMethod; readonly text: string }) {
  const Icon = { drawn: PenLine, typed: Type, uploaded: Upload }[method]
  return (
    <span className={classes.tabText}>
      <Icon size={16} aria-hidden="true" />
      {text}
    </span>
  )
}

interface TypedProps {
  readonly kind: 'signature' | 'initial'
  readonly suggestion: string
  /** Their name, where no font has its letters. */
  readonly transliterated: string | null
  readonly label: string
  readonly text: string | null
  unshowable(text: string): string | null
  readonly paint: SignatureCaptureProps['paint']
  onText(text: string): void
}

function TypedSignature({ kind, suggestion, transliterated, label, text, unshowable, paint, onText }: TypedProps) {
  const words = useWords('signature')
  const [value, setValue] = useState(text ?? '')
  const change = (next: string) => {
    setValue(next)
    onText(next)
  }
  const problem = unshowable(value)
  const before = useRef(problem)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known that the typed name can be kept
  useEffect(() => {
    if (before.current === '' && problem !== '') onText(value)
    before.current = problem
  }, [problem])
  return (
    <div className={classes.typed}>
      <TextInput
        size="lg"
        label={words(transliterated === null ? 'type_label' : 'transliterate_label', { label })}
        description={transliterated !== null && words('transliterate_help', { name: transliterated })}
        value={value}
        attributes={{ input: { dir: 'auto' } }}
        error={problem}
        maxLength={kind === 'initial' ? 12 : 80}
        autoComplete="name"
        onChange={(event) => change(event.currentTarget.value)}
        rightSectionWidth="auto"
      />
      {value === '' && suggestion !== '' && (
        <button type="button" className={classes.suggestion} onClick={() => change(suggestion)}>
          {words('use_name', { name: suggestion })}
        </button>
      )}
      <div className={classes.preview} aria-hidden="true">
        {paint({ method: 'typed', text: value })}
      </div>
    </div>
  )
}

/** First letters of the first and last part of a name, in any script. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const ends = parts.length > 1 ? [parts[0]!, parts.at(-1)!] : parts
  return ends.map((part) => [...part][0]!.toLocaleUpperCase()).join('')
}
