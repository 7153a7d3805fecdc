import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { X } from '@/components/generated/icons'
import { focusPanel } from '@/components/typing/follow'
import { IconButton } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import { stepOf } from '../../graph/exits'
import { neighborSlot } from '../../graph/operations'
import { exitLabel, type NameOf, stepWords } from '../../graph/words'
import { ViewEmail } from '../panels/email-step'
import type { EditedDraft } from '../use-draft'
import { AddStep } from './add-step'
import { MoveStep } from './move-step'
import { StepPanel } from './step-panel'
import { TriggerPanel } from './trigger-panel'
import { boxIn } from './use-box-focus'
import type { Editor } from './use-editor'

interface EditorPanelProps {
  editor: Editor
  editing: EditedDraft
  nameOf: NameOf
  /** Path of the automation’s subscribers. Undefined before it is published. */
  subscribers_href: string | undefined
  isWide: boolean
  frame: RefObject<HTMLElement | null>
}

/** The open panel: beside the canvas, or above the list on phones. */
export function EditorPanel({ editor, editing, nameOf, subscribers_href, isWide, frame }: EditorPanelProps) {
  const { open } = editor
  if (!open) return null
  const title = titleOf({ editor, nameOf })
  const step = open.kind === 'step' ? stepOf(editor.graph, open.id) : undefined
  const content = (
    <>
      <fieldset disabled={!editor.editable} className="min-w-0">
        <legend className="sr-only">{title}</legend>
        <Content editor={editor} editing={editing} nameOf={nameOf} subscribers_href={subscribers_href} />
      </fieldset>
      {/* Viewers can still read the email. */}
      {!editor.editable && step?.kind === 'action' && step.action.type === 'send_email' ? (
        <ViewEmail key={step.action.email_id} email_id={step.action.email_id} />
      ) : null}
    </>
  )
  const close = () => {
    editor.close()
    const boxAt = (key: string) => boxIn(frame.current, key)
    // Find the box to focus: a step that was to be added between others has no box, and an incomplete step's box disappears.
    const box =
      (open.kind === 'add' ? boxAt(wayKey(open.slot)) : undefined) ??
      boxAt(open.kind === 'new' ? (open.slot.from ?? 'triggers') : editor.selected)
    // The box does not move, so the canvas must not scroll to it.
    box?.focus({ preventScroll: true })
  }
  if (!isWide) {
    return (
      <Sheet
        onClose={close}
        side="bottom"
        title={title}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
        }}
      >
        {content}
      </Sheet>
    )
  }
  return (
    <SidePanel key={panelKey(editor, editing.jump)} title={title} onClose={close}>
      {content}
    </SidePanel>
  )
}

/** Changes when something else is edited, to reset the fields to its values. */
function panelKey({ open }: Editor, jump: number): string {
  if (open?.kind === 'step') return `${open.id} ${jump}`
  if (open?.kind === 'new') return `${open.step.id} ${jump}`
  if (open?.kind === 'move') return `move ${open.id}`
  return open?.kind === 'add' ? wayKey(open.slot) : `triggers ${jump}`
}

function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Unless a field has focused itself.
    if (panel.current && !panel.current.contains(document.activeElement)) focusPanel(panel.current, { is_text: false })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="grid max-h-[max(30rem,calc(100dvh-var(--above)))] grid-cols-[minmax(0,1fr)] content-start overflow-y-auto rounded-2xl border border-border bg-card shadow-xs outline-none"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
          return
        event.preventDefault()
        onClose()
      }}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-border border-b bg-card px-5 py-3.5">
        <h2 className="min-w-0 truncate font-semibold text-base tracking-tight">{title}</h2>
        <IconButton icon={X} label="Close panel" onClick={onClose} />
      </header>
      <div className="p-5">{children}</div>
    </aside>
  )
}

function titleOf({ editor: { open, graph }, nameOf }: { editor: Editor; nameOf: NameOf }): string {
  if (!open) return ''
  if (open.kind === 'triggers') return 'Triggers'
  if (open.kind === 'new') return stepWords(open.step, nameOf).title
  if (open.kind === 'move') return 'Move the step'
  if (open.kind === 'step') {
    const step = stepOf(graph, open.id)
    return step ? stepWords(step, nameOf).title : ''
  }
  const from = stepOf(graph, open.slot.from)
  const label = from ? exitLabel(from, open.slot.exit) : ''
  return label ? `Add a step to “${label}”` : 'Add a step'
}

function Content({ editor, editing, nameOf, subscribers_href }: Omit<EditorPanelProps, 'isWide' | 'frame'>) {
  const { open, graph } = editor
  const { draft, problems, edit, jump } = editing
  if (!open) return null
  if (open.kind === 'triggers') {
    return (
      <TriggerPanel
        key={jump}
        triggers={draft.graph.triggers}
        reentry={draft.reentry}
        problems={problems}
        onChange={(triggers) => edit((before) => ({ ...before, graph: { ...before.graph, triggers } }), 'triggers')}
        onReentry={(reentry) => edit((before) => ({ ...before, reentry }))}
      />
    )
  }
  if (open.kind === 'add') {
    return (
      <AddStep
        graph={graph}
        slot={open.slot}
        nameOf={nameOf}
        clipboard={editor.copied()}
        onAdd={(offered) => void editor.add(open.slot, offered)}
        onPaste={() => editor.paste(open.slot)}
        onLead={(id) => editor.lead(open.slot, id)}
      />
    )
  }
  if (open.kind === 'move')
    return <MoveStep graph={graph} id={open.id} nameOf={nameOf} onMove={(slot) => editor.moveTo(open.id, slot)} />
  const step = open.kind === 'new' ? open.step : stepOf(graph, open.id)
  if (!step) return <p className="text-muted-foreground text-sm">This step was deleted.</p>
  const { id } = step
  return (
    <StepPanel
      key={`${id} ${jump}`}
      graph={graph}
      step={step}
      nameOf={nameOf}
      problems={problems.filter(({ step_id }) => step_id === id)}
      onChange={editor.change}
      onIncomplete={editor.keepIncomplete}
      onLead={editor.lead}
      onInsert={(slot) => editor.show({ kind: 'add', slot })}
      editable={editor.editable}
      subscribers_href={subscribers_href && `${subscribers_href}&step=${id}`}
      actions={{
        can_move_up: neighborSlot(graph, id, 'up') !== undefined,
        can_move_down: neighborSlot(graph, id, 'down') !== undefined,
        move: (direction) => editor.move(id, direction),
        moveElsewhere: () => editor.show({ kind: 'move', id }),
        copy: () => editor.copy(id),
        duplicate: () => void editor.duplicate(id),
        remove: () => editor.askToRemove(id),
      }}
    />
  )
}
