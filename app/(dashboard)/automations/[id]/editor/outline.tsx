import type { ReactNode } from 'react'
import { CornerDownRight, CornerLeftUp, Plus, TriangleAlert, Zap } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import { iconOf } from '../../graph/catalog'
import { type Slot, START, stepOf } from '../../graph/exits'
import { type OutlineRow, outlineOf } from '../../graph/outline'
import { exitLabel, type NameOf, stepLine, stepWords, triggerWords } from '../../graph/words'

interface OutlineProps {
  graph: Graph
  nameOf: NameOf
  problems: readonly Problem[]
  selected: string
  editable: boolean
  foundIds: ReadonlySet<string> | undefined
  onOpen: (key: string) => void
  onAdd: (slot: Slot) => void
  countsOf?: ((key: string) => ReactNode) | undefined
}

/** The automation as a list of steps: on phones, and by choice. */
export function Outline(props: OutlineProps) {
  const { graph, nameOf, onOpen, onAdd, editable, countsOf } = props
  const names = graph.triggers.map(({ on }) => {
    const { title, detail } = triggerWords(on, nameOf)
    return detail ? `${title}: ${detail}` : title
  })
  return (
    <ol aria-label="Steps" className="mx-auto grid w-full max-w-2xl gap-1.5">
      <li className="grid gap-1.5">
        <Row
          boxKey="triggers"
          {...props}
          icon={<Zap aria-hidden className="size-8 shrink-0 rounded-lg bg-stamp-soft p-2 text-stamp-ink" />}
          title="Starts when a subscriber"
          detail={names.join(' · ') || 'Choose a trigger'}
          wrong={props.problems.some(({ trigger_id }) => trigger_id !== null)}
          onOpen={onOpen}
        />
        {countsOf?.('triggers')}
        {editable && graph.first !== null ? (
          <InsertButton label="Add a first step" onClick={() => onAdd(START)} />
        ) : null}
      </li>
      {outlineOf(graph).map((row) => (
        <li
          key={row.kind === 'step' ? row.id : `${row.kind} ${wayKey(row.slot)}`}
          className={cn('grid gap-1.5', row.depth > 0 && 'border-border border-s-2')}
          style={{
            marginInlineStart: `${Math.min(row.depth, 5) * 0.9}rem`,
            paddingInlineStart: row.depth > 0 ? '0.7rem' : 0,
          }}
        >
          <OutlineItem row={row} {...props} />
        </li>
      ))}
    </ol>
  )
}

function OutlineItem({ row, ...props }: OutlineProps & { row: OutlineRow }) {
  const { graph, nameOf, problems, editable, onOpen, onAdd, countsOf } = props
  if (row.kind === 'step') {
    const step = stepOf(graph, row.id)
    if (!step) return null
    const { title, detail } = stepWords(step, nameOf)
    const Icon = iconOf(step)
    const is_single =
      ['action', 'wait', 'goal'].includes(step.kind) ||
      (step.kind === 'wait_for_event' && step.timeout_minutes === null)
    return (
      <>
        <Row
          boxKey={row.id}
          {...props}
          icon={<Icon aria-hidden className="size-8 shrink-0 rounded-lg bg-primary-soft p-2 text-primary-ink" />}
          title={title}
          detail={detail}
          wrong={problems.some(({ step_id }) => step_id === row.id)}
          onOpen={onOpen}
        />
        {countsOf?.(row.id)}
        {editable && is_single && 'next' in step && step.next !== null ? (
          <InsertButton label={`Add a step after ${title}`} onClick={() => onAdd({ from: row.id, exit: 'next' })} />
        ) : null}
      </>
    )
  }
  const from = stepOf(graph, row.slot.from)
  if (row.kind === 'branch') {
    const label = from ? exitLabel(from, row.slot.exit) : ''
    return (
      <span className="flex items-center justify-between gap-2 pt-2">
        <span className="rounded-full bg-info-soft px-2.5 py-0.5 font-medium text-info-ink text-xs">{label}</span>
        {editable && row.next !== null ? (
          <InsertButton label={`Add a step after “${label}”`} onClick={() => onAdd(row.slot)} />
        ) : null}
      </span>
    )
  }
  if (row.kind === 'jump') {
    const target = stepOf(graph, row.to)
    const Icon = row.is_back ? CornerLeftUp : CornerDownRight
    return (
      <button
        type="button"
        className="flex min-w-0 items-center gap-2 rounded-lg px-2 py-2 text-start text-muted-foreground text-sm hover:text-foreground max-md:min-h-10.5"
        onClick={() => onOpen(row.to)}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="truncate">
          {row.is_back ? 'Goes back to' : 'Continues with'} {target ? stepLine(target, nameOf) : ''}
        </span>
      </button>
    )
  }
  return editable ? (
    <Button
      variant="outline"
      data-box={wayKey(row.slot)}
      className="justify-self-start border-dashed"
      onClick={() => onOpen(wayKey(row.slot))}
    >
      <Plus aria-hidden /> Add step
    </Button>
  ) : (
    <span className="px-2 py-1 text-muted-foreground text-sm">Ends here</span>
  )
}

interface RowProps {
  boxKey: string
  selected: string
  foundIds: ReadonlySet<string> | undefined
  icon: ReactNode
  title: string
  detail: string | undefined
  wrong: boolean
  onOpen: (key: string) => void
}

function Row({ boxKey, selected, foundIds, icon, title, detail, wrong, onOpen }: RowProps) {
  return (
    <button
      type="button"
      data-box={boxKey}
      aria-current={selected === boxKey || undefined}
      className={cn(
        'flex min-h-14 w-full min-w-0 items-center gap-3 rounded-xl border bg-card px-3 py-2 text-start shadow-xs transition-colors hover:border-border-strong',
        selected === boxKey ? 'border-primary' : 'border-border',
        foundIds !== undefined && boxKey !== 'triggers' && !foundIds.has(boxKey) && 'opacity-40',
      )}
      onClick={() => onOpen(boxKey)}
    >
      {icon}
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-semibold text-sm">{title}</span>
        {detail ? <span className="line-clamp-2 text-muted-foreground text-sm">{detail}</span> : null}
      </span>
      {wrong ? (
        <>
          <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warning-ink" />
          <span className="sr-only">Has a problem</span>
        </>
      ) : null}
    </button>
  )
}

function InsertButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="ms-4.5 flex size-7 items-center justify-center justify-self-start rounded-full border border-border text-muted-foreground hover:border-primary hover:text-primary-ink max-md:size-10.5"
      onClick={onClick}
    >
      <Plus aria-hidden className="size-4" />
    </button>
  )
}
