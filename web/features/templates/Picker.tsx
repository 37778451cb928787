import { Button } from '@mantine/core'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../messages/index.ts'
import { Dialog } from '../../ui/index.ts'
import { useSession } from '../auth/index.ts'
import { Choice } from './Choice.tsx'
import classes from './Picker.module.css'

/** The button that opens the picker, for users who may make documents. */
export function UseATemplate() {
  const words = useWords('templates')
  const { workspace } = useSession()
  const [opened, setOpened] = useState(false)
  if (!workspace?.permissions.includes('can_create_document_copies')) return null
  return (
    <>
      <Button variant="default" leftSection={<CopyPlus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {words('pick')}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={words('pick_title')}
        size={560}
        classNames={{ body: classes.body ?? '' }}
      >
        <p className={classes.lead}>{words('pick_lead')}</p>
        <Choice key={workspace.account_key} onMade={() => setOpened(false)} />
      </Dialog>
    </>
  )
}
