import { Button, TextInput } from '@mantine/core'
import { ArrowLeft, Copy, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MOST_DESCRIPTION } from '#domain/bulk-send'
import { messageOf } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { Bone, go, hrefOf, Loading, SAVE_MS, SAVE_NOW_MS, SavedState, Shown, say, useAutosave, useTitle } from '../../ui/index.ts'
import type { Located } from '../feature.ts'
import { Nothing } from '../shell/index.ts'
import classes from './BulkSend.module.css'
import { BulkSendChip } from './Chip.tsx'
import { type BulkSendChange, cloneBulkSend, type Opened, saveBulkSend } from './calls.ts'
import { deleteBulkSend } from './delete.ts'
import { Send } from './Send.tsx'
import { ChooseClients, SetUpTemplate } from './Setup.tsx'
import { Status } from './Status.tsx'
import { isRunning, nextOf, SECTIONS, type Section, sectionFor } from './states.ts'
import { useBulkSend } from './use-bulk-send.ts'

/** One bulk send: set up in three sections, then followed in the last. */
export function BulkSend({ params: { key } }: Located<{ readonly key: string }>) {
  const { loaded, ...live } = useBulkSend(key)
  return (
    <Shown of={loaded} waiting={<Waiting />} gone={<Nothing />}>
      {(opened) => (
        <OpenedBulkSend key={key} opened={opened} put={(next) => loaded.put(() => next)} load={() => void loaded.load(true)} {...live} />
      )}
    </Shown>
  )
}

type Live = Omit<ReturnType<typeof useBulkSend>, 'loaded'>
interface OpenedProps extends Live {
  readonly opened: Opened
  put(next: Opened): void
  load(): void
}

function OpenedBulkSend({ opened, put, load, again, ...live }: OpenedProps) {
  const words = useWords('bulk_sends')
  const { bulkSend } = opened
  const { key, status, can_be_changed: mayChange } = bulkSend
  const [section, setSection] = useState<Section>(sectionFor(status))
  const [description, setDescription] = useState(bulkSend.description)
  useTitle(bulkSend.description || words('unnamed'))
  useEffect(() => setSection(sectionFor(status)), [status])

  const took = (next: Opened) => {
    put(next)
    again()
  }
  const failed = (thrown: unknown) => {
    say.danger(messageOf(thrown, words('save_failed')), undefined, { id: 'bulk-send' })
    load()
  }
  const saving = useAutosave<BulkSendChange>({
    save: async (wanted) => took(await saveBulkSend(key, wanted, true)),
    failed,
    join: (earlier, next) => ({ ...earlier, ...next }),
  })
  /** Shown at once, and again as it was where it could not be saved. */
  const change = (wanted: BulkSendChange, when: 'now' | 'later' = 'now') => {
    const { status: _, report: __, ...shown } = wanted
    put({ ...opened, bulkSend: { ...bulkSend, ...shown } })
    saving.later(wanted, when === 'now' ? SAVE_NOW_MS : SAVE_MS)
  }
  async function clone(): Promise<void> {
    try {
      go(`bulk_sends/${(await cloneBulkSend(key)).bulkSend.key}`)
    } catch (thrown) {
      say.danger(messageOf(thrown, words('clone_failed')))
    }
  }
  async function remove(): Promise<void> {
    await saving.flush()
    if (await deleteBulkSend(bulkSend, words)) go('bulk_sends')
  }
  const title = (name: Section) => (name === 'status' ? words(status === 'setup' ? 'send' : 'status') : words(name))
  const isSetup = status === 'setup'
  return (
    <div className={classes.sheet}>
      <header className={classes.head}>
        <a className={classes.back} href={hrefOf('bulk_sends')}>
          <ArrowLeft size={16} aria-hidden />
          {words('back')}
        </a>
        <div className={classes.name}>
          {mayChange ? (
            <TextInput
              aria-label={words('description')}
              placeholder={words('unnamed')}
              value={description}
              maxLength={MOST_DESCRIPTION}
              dir="auto"
              onChange={({ currentTarget: { value } }) => {
                setDescription(value)
                saving.later({ description: value })
              }}
            />
          ) : (
            <h1 dir="auto">{bulkSend.description || words('unnamed')}</h1>
          )}
          <BulkSendChip bulkSend={bulkSend} />
          <SavedState waiting={saving.waiting} offline={false} />
        </div>
        {mayChange && (
          <div className={classes.deeds}>
            {!isSetup && (
              <Button variant="default" leftSection={<Copy size={16} aria-hidden />} onClick={() => void clone()}>
                {words('clone')}
              </Button>
            )}
            <Button
              variant="subtle"
              color="red"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void remove()}
              data-running={isRunning(bulkSend) || undefined}
            >
              {words('delete')}
            </Button>
          </div>
        )}
      </header>
      <nav className={classes.steps} aria-label={words('sections')}>
        <ol>
          {SECTIONS.map((name, at) => (
            <li key={name}>
              <button type="button" aria-current={section === name ? 'step' : undefined} onClick={() => setSection(name)}>
                <span aria-hidden>{at + 1}</span>
                {title(name)}
              </button>
            </li>
          ))}
        </ol>
        {section !== 'status' && <Button onClick={() => setSection(nextOf(section))}>{words('next')}</Button>}
      </nav>
      {section === 'choose_clients' && <ChooseClients bulkSend={bulkSend} onChange={change} />}
      {section === 'setup_template' && <SetUpTemplate bulkSend={bulkSend} onChange={change} />}
      {section === 'status' &&
        (isSetup ? (
          <Send bulkSend={bulkSend} before={saving.flush} onActivated={took} />
        ) : (
          <Status opened={opened} onChange={change} before={saving.flush} onDone={took} {...live} />
        ))}
    </div>
  )
}

function Waiting() {
  return (
    <Loading className={classes.sheet}>
      <div className={classes.bones}>
        <Bone width={120} />
        <Bone width={280} height={24} />
        <Bone width="100%" height={72} />
        <Bone width="100%" height={160} />
      </div>
    </Loading>
  )
}
