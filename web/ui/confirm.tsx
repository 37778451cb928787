import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../messages/index.ts'
import { Answers } from './Answers.tsx'
import classes from './confirm.module.css'
import { Dialog } from './Dialog.tsx'

interface Question {
  readonly title: string
  readonly text: string
  readonly yes: string
  /** Where “Cancel” could be taken for the other answer. */
  readonly no?: string
  readonly danger?: boolean
}
interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let ask: ((asked: Asked) => void) | null = null

/** Asks before something that the specification says to ask about. Resolves with the answer. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((answer) => (ask ? ask({ ...question, answer }) : answer(false)))

/** Where the questions of `confirm` appear; once a page. */
export function Confirmations() {
  const words = useWords('ui')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    ask = (next) => {
      setAsked(next)
      setOpened(true)
    }
    return () => {
      ask = null
    }
  }, [])
  const close = (yes: boolean) => {
    setOpened(false)
    asked?.answer(yes)
  }
  return (
    <Dialog opened={opened} onClose={() => close(false)} title={asked?.title} centered size={440}>
      <p className={classes.text}>{asked?.text}</p>
      <Answers>
        <Button variant="default" onClick={() => close(false)}>
          {asked?.no ?? words('cancel')}
        </Button>
        <Button {...(asked?.danger ? { color: 'red' } : {})} onClick={() => close(true)} data-autofocus>
          {asked?.yes ?? words('confirm')}
        </Button>
      </Answers>
    </Dialog>
  )
}
