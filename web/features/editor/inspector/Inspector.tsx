import { PanelRightClose, PanelRightOpen } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { RulesPanel } from '../rules/RulesPanel.tsx'
import { type InspectorTab, inspect } from '../state/ui.ts'
import { useEditor, useUi } from '../view/context.ts'
import { DocumentPanel } from './DocumentPanel.tsx'
import { FieldPanel } from './FieldPanel.tsx'
import classes from './inspector.module.css'
import { type Shown, useOnceStored } from './once-stored.ts'
import { SeveralPanel } from './SeveralPanel.tsx'
import { SignersPanel } from './SignersPanel.tsx'

const TABS: readonly InspectorTab[] = ['document', 'signers', 'field']

/** Document, signers, field: it follows the selection. On a screen of middle width it can be folded away. */
export function Inspector({ tabs = TABS }: { readonly tabs?: readonly InspectorTab[] }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { inspector, selection, inspecting, rules } = useUi()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.includes(inspector) ? inspector : tabs[0]!
  const shown = useOnceStored(at, selection)
  // The rules' panel goes with the button that closes it: who works by keyboard is on the tab that is behind it.
  const hadRules = useRef(rules)
  useEffect(() => {
    if (hadRules.current && !rules) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
    hadRules.current = rules
  }, [rules])
  const turn = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.indexOf(at) + by + tabs.length) % tabs.length]
    if (by === 0 || !next) return
    event.preventDefault()
    inspect(editor.ui, next)
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <aside
      className={classes.inspector}
      aria-label={words('inspector')}
      data-folded={inspecting || rules ? undefined : true}
      data-next-to-messages
    >
      {rules ? (
        <RulesPanel />
      ) : (
        <>
          <div className={classes.top}>
            <div ref={list} className={classes.tabs} role="tablist" aria-label={words('inspector')}>
              {tabs.map((tab) => (
                <button
                  key={tab}
                  id={`tab-${tab}`}
                  type="button"
                  role="tab"
                  aria-selected={tab === at}
                  aria-controls="inspector-panel"
                  tabIndex={tab === at ? 0 : -1}
                  onKeyDown={turn}
                  onClick={() => inspect(editor.ui, tab)}
                >
                  {words(`tab_${tab}`)}
                </button>
              ))}
            </div>
            <IconButton
              className={classes.fold ?? ''}
              icon={inspecting ? PanelRightClose : PanelRightOpen}
              name={words(inspecting ? 'fold_inspector' : 'unfold_inspector')}
              aria-controls="inspector-panel"
              onClick={() => {
                editor.ui.inspecting = !inspecting
              }}
            />
          </div>
          <div id="inspector-panel" role="tabpanel" aria-labelledby={`tab-${at}`} className={classes.panel}>
            <Panel {...shown} />
          </div>
        </>
      )}
    </aside>
  )
}

const Panel = memo(function Panel({ at, selection }: Shown) {
  if (at === 'document') return <DocumentPanel />
  if (at === 'signers') return <SignersPanel />
  return selection.length > 1 ? <SeveralPanel selection={selection} /> : <FieldPanel key={selection[0]} field={selection[0] ?? null} />
})
