import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from '@mantine/core'
import { UserCheck, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { liveSignatories, type PackCommand, signatoriesInOrder } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { useSession } from '../../auth/index.ts'
import { reordered } from '../../request-signatures/index.ts'
import type { Editor } from '../state/editor.ts'
import { useEditor, useUi, useView } from '../view/context.ts'
import classes from './inspector.module.css'
import { SignerCard } from './SignerCard.tsx'

/** Adds somebody; the first signer is the one for whom new fields are. */
export function addSigner(editor: Editor, more: (signatory: string) => readonly PackCommand[] = () => []): string {
  const signatory = newKey()
  editor.step([{ do: 'AddSignatory', signatory }, ...more(signatory)])
  if (editor.ui.assignee === null) editor.ui.assignee = signatory
  return signatory
}

/** Who signs, and in which order. */
export function SignersPanel() {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { user } = useSession()
  const view = useView((whole) => whole)
  const signers = useMemo(() => signatoriesInOrder(view), [view])
  const { signer: open } = useUi()
  const setOpen = (signer: string | null) => {
    editor.ui.signer = signer
  }
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    const to = signers.findIndex(({ uuid }) => uuid === over?.id)
    if (over && active.id !== over.id && to >= 0) editor.step([reordered(editor.view(), String(active.id), to)])
  }
  const mine = user !== null && liveSignatories(view).some((signer) => signer.user === user.key)
  return (
    <div className={classes.section}>
      {signers.length === 0 && <p className={classes.hint}>{words('no_signers')}</p>}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={signers.map(({ uuid }) => uuid)} strategy={verticalListSortingStrategy}>
          <ol className={classes.list}>
            {signers.map((signer, at) => (
              <SignerCard
                key={signer.uuid}
                signer={signer}
                at={at}
                count={signers.length}
                open={open === signer.uuid}
                onToggle={() => setOpen(open === signer.uuid ? null : signer.uuid)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <div className={classes.tools}>
        <Button
          size="sm"
          variant="default"
          data-add="signer"
          leftSection={<UserPlus size={14} aria-hidden />}
          onClick={() => setOpen(addSigner(editor))}
        >
          {words('add_signer')}
        </Button>
        {user && !mine && (
          <Button
            size="sm"
            variant="default"
            leftSection={<UserCheck size={14} aria-hidden />}
            onClick={() =>
              setOpen(
                addSigner(editor, (signatory) => [
                  { do: 'NameSignatory', signatory, name: user.full_name },
                  { do: 'SetSignatoryEmail', signatory, email: user.email_address },
                  { do: 'LinkSignatoryToUser', signatory, user: user.key },
                ]),
              )
            }
          >
            {words('add_me')}
          </Button>
        )}
      </div>
    </div>
  )
}
