import dynamic from 'next/dynamic'
import { useQueryState } from 'nuqs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CircleHelp, LayoutList, Redo2, Undo2, Workflow } from '@/components/generated/icons'
import { useShortcutHelp } from '@/components/keyboard-shortcuts'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsWide } from '@/components/use-is-wide'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { insertStep } from '../../graph/operations'
import { outlineOf } from '../../graph/outline'
import { type NameOf, stepLine } from '../../graph/words'
import { useCounts } from '../runs/use-counts'
import type { EditedDraft } from '../use-draft'
import { EditorPanel } from './editor-panel'
import { Outline } from './outline'
import { StepSearch } from './step-search'
import { boxIn, useBoxFocus } from './use-box-focus'
import { useEditor } from './use-editor'
import { useEditorKeys } from './use-editor-keys'

const RemoveStepDialog = onDemand(async () => (await import('./remove-step-dialog')).RemoveStepDialog)

const Canvas = dynamic(() => import('./canvas'), {
  ssr: false,
  loading: () => <Skeleton className="size-full rounded-2xl" />,
})

interface AutomationEditorProps {
  automation: Pick<AutomationDetail, 'id' | 'version'>
  account_id: string
  editing: EditedDraft
  editable: boolean
  nameOf: NameOf
}

/** Edits the steps on the canvas, or as a list on phones and by choice. */
export function AutomationEditor({ automation, account_id, editing, editable, nameOf }: AutomationEditorProps) {
  const editor = useEditor({ automation_id: automation.id, account_id, editable, edited: editing })
  const counts = useCounts({ id: automation.id, isPublished: automation.version !== null })
  const isWide = useIsWide()
  const [asList, setAsList] = useState(false)
  const [search, setSearch] = useState('')
  const searchInput = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { graph, open, selected } = editor
  const isCanvas = isWide && !asList
  useEditorKeys({ editor, edited: editing, frame, drawn: isCanvas, onSearch: () => searchInput.current?.focus() })
  const showHelp = useShortcutHelp()
  // Links in problems open a step by its ID.
  const [linkedKey, setLinkedKey] = useQueryState('at')
  const { openKey } = editor
  useEffect(() => {
    if (linkedKey === null) return
    openKey(linkedKey)
    void setLinkedKey(null)
  }, [linkedKey, openKey, setLinkedKey])

  const shownGraph = useMemo(
    () => (open?.kind === 'new' ? insertStep(graph, open.slot, open.step) : graph),
    [graph, open],
  )
  const foundIds = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    if (!wanted) return undefined
    const matches = graph.steps.filter((step) =>
      `${stepLine(step, nameOf)} ${step.note}`.toLowerCase().includes(wanted),
    )
    const ids = new Set(matches.map(({ id }) => id))
    return outlineOf(graph).flatMap((row) => (row.kind === 'step' && ids.has(row.id) ? row.id : []))
  }, [graph, nameOf, search])
  // A new automation's boxes already ask for a trigger and a step.
  const is_new = automation.version === null
  const general = editing.problems.filter(
    ({ step_id, trigger_id, code }) =>
      step_id === null && trigger_id === null && !(is_new && (code === 'empty' || code === 'no_trigger')),
  )

  const foundSet = useMemo(() => foundIds && new Set(foundIds), [foundIds])
  const onDrawn = useBoxFocus({ frame, selected })

  function goTo(id: string, { focus }: { focus: boolean }) {
    editor.select(id)
    const box = boxIn(frame.current, id)
    // The canvas moves to the selected box itself.
    if (!isCanvas) box?.scrollIntoView({ block: 'center' })
    if (focus) box?.focus({ preventScroll: true })
  }

  const common = {
    graph: shownGraph,
    nameOf,
    problems: editing.problems,
    selected,
    editable,
    foundIds: foundSet,
    onOpen: editor.openKey,
    countsOf: counts.countsOf,
    shareOf: counts.shareOf,
    onAdd: (slot: Parameters<typeof editor.paste>[0]) => editor.show({ kind: 'add', slot }),
  }

  return (
    <section
      ref={frame}
      aria-label="Steps"
      aria-busy={editor.busy}
      className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', is_new ? '[--above:14.5rem]' : '[--above:18.25rem]')}
    >
      {general.map(({ code, message, blocks }) => (
        <Alert key={code} tone={blocks ? 'warning' : 'info'} title={message} />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {editable ? (
          <>
            <IconButton
              icon={Undo2}
              label="Undo"
              variant="outline"
              size="icon"
              disabled={!editing.can_undo}
              onClick={editing.undo}
            />
            <IconButton
              icon={Redo2}
              label="Redo"
              variant="outline"
              size="icon"
              disabled={!editing.can_redo}
              onClick={editing.redo}
            />
          </>
        ) : null}
        <StepSearch
          input={searchInput}
          value={search}
          onChange={setSearch}
          foundIds={foundIds}
          selectedId={selected}
          onGo={goTo}
        />
        {counts.select}
        <span className="ms-auto flex gap-2 max-md:hidden">
          <Button variant="outline" aria-pressed={asList} onClick={() => setAsList(!asList)}>
            {asList ? <Workflow aria-hidden /> : <LayoutList aria-hidden />}{' '}
            {asList ? 'Show as drawing' : 'Show as list'}
          </Button>
          <IconButton
            icon={CircleHelp}
            label="Keyboard shortcuts"
            variant="outline"
            size="icon"
            onClick={() => showHelp?.()}
          />
        </span>
      </div>
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] gap-4',
          open && 'md:grid-cols-[minmax(0,1fr)_22rem] lg:grid-cols-[minmax(0,1fr)_25rem]',
        )}
      >
        {isCanvas ? (
          <div className="h-[max(30rem,calc(100dvh-var(--above)))] overflow-hidden rounded-2xl border border-border bg-muted/50">
            <Canvas
              {...common}
              onMove={editor.moveTo}
              onDrawn={onDrawn}
              incomplete={open?.kind === 'new' ? open.step.id : undefined}
            />
          </div>
        ) : (
          <Outline {...common} />
        )}
        <EditorPanel
          subscribers_href={automation.version === null ? undefined : `/automations/${automation.id}?tab=subscribers`}
          editor={editor}
          editing={editing}
          nameOf={nameOf}
          isWide={isWide}
          frame={frame}
        />
      </div>
      <RemoveStepDialog editor={editor} nameOf={nameOf} />
    </section>
  )
}
