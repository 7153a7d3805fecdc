import { Handle, type NodeProps, Position } from '@xyflow/react'
import { type ReactNode, use } from 'react'
import { formatNumber } from '@/components/format'
import { Plus, TriangleAlert, Zap } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { iconOf, TRIGGERS } from '../../graph/catalog'
import { stepOf } from '../../graph/exits'
import { stepWords, triggerWords } from '../../graph/words'
import { CanvasData } from './canvas-data'

const boxStyle =
  'nopan pointer-events-auto flex size-full cursor-pointer rounded-2xl border bg-card text-start shadow-xs transition-[border-color,box-shadow] hover:border-border-strong focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-2'

/** The box of a step. */
export function StepNode({ id }: NodeProps) {
  const { graph, nameOf, problems, selected, incomplete, foundIds, draggedIds, onOpen, onDrawn, countsOf } = useData()
  const step = stepOf(graph, id)
  if (!step) return null
  const { title, detail } = stepWords(step, nameOf)
  const Icon = iconOf(step)
  const wrong = problems.filter(({ step_id }) => step_id === id)
  const isNew = incomplete === id
  return (
    <Frame>
      <button
        ref={onDrawn}
        type="button"
        data-box={id}
        tabIndex={selected === id ? 0 : -1}
        aria-current={selected === id || undefined}
        className={cn(
          boxStyle,
          'items-center gap-3 px-3.5',
          selected === id ? 'border-primary ring-2 ring-primary/25' : 'border-border',
          isNew && 'border-dashed',
          foundIds !== undefined && !foundIds.has(id) && 'opacity-35',
          draggedIds?.has(id) && 'cursor-grabbing border-primary border-dashed opacity-80 shadow-md',
        )}
        onClick={() => onOpen(id)}
      >
        <Icon aria-hidden className={cn('size-9 shrink-0 rounded-xl p-2', toneOf(step.kind))} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="truncate font-semibold text-sm">{title}</span>
          {detail ? <span className="line-clamp-2 text-muted-foreground text-xs">{detail}</span> : null}
        </span>
        {wrong.length > 0 ? (
          <span className="shrink-0 text-warning-ink">
            <TriangleAlert aria-hidden className="size-4.5" />
            <span className="sr-only">{wrong.map(({ message }) => message).join('. ')}</span>
          </span>
        ) : null}
      </button>
      <Counts>{countsOf?.(id)}</Counts>
    </Frame>
  )
}

const TONES: Record<string, string> = {
  action: 'bg-primary-soft text-primary-ink',
  wait: 'bg-secondary text-secondary-foreground',
  wait_for_event: 'bg-secondary text-secondary-foreground',
  condition: 'bg-info-soft text-info-ink',
  split: 'bg-info-soft text-info-ink',
  random_split: 'bg-info-soft text-info-ink',
  goal: 'bg-success-soft text-success-ink',
  end: 'bg-muted text-muted-foreground',
}
const toneOf = (kind: string) => TONES[kind] ?? TONES.action

/** The box of all triggers. */
export function TriggersNode() {
  const { graph, nameOf, problems, selected, onOpen, countsOf } = useData()
  const wrong = problems.filter(({ trigger_id, step_id }) => trigger_id !== null && step_id === null)
  return (
    <Frame>
      <button
        type="button"
        data-box="triggers"
        tabIndex={selected === 'triggers' ? 0 : -1}
        aria-current={selected === 'triggers' || undefined}
        className={cn(
          boxStyle,
          'flex-col gap-2 px-3.5 py-3',
          selected === 'triggers' ? 'border-primary ring-2 ring-primary/25' : 'border-border',
        )}
        onClick={() => onOpen('triggers')}
      >
        <span className="flex items-center gap-2 font-medium text-muted-foreground text-xs">
          <Zap aria-hidden className="size-3.5 text-stamp-ink" /> Starts when a subscriber
          {wrong.length > 0 ? (
            <>
              <TriangleAlert aria-hidden className="size-4 text-warning-ink" />
              <span className="sr-only">{wrong.map(({ message }) => message).join('. ')}</span>
            </>
          ) : null}
        </span>
        {graph.triggers.length === 0 ? (
          <span className="flex items-center gap-2 font-semibold text-primary-ink text-sm">
            <Plus aria-hidden className="size-4" /> Choose a trigger
          </span>
        ) : null}
        {graph.triggers.slice(0, SHOWN_TRIGGERS).map(({ id, on }) => {
          const { icon: Icon } = TRIGGERS[on.type]
          const { title, detail } = triggerWords(on, nameOf)
          return (
            <span key={id} className="flex w-full min-w-0 items-center gap-2.5">
              <Icon aria-hidden className="size-7 shrink-0 rounded-lg bg-stamp-soft p-1.5 text-stamp-ink" />
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-semibold text-sm">{title}</span>
                {detail ? <span className="truncate text-muted-foreground text-xs">{detail}</span> : null}
              </span>
            </span>
          )
        })}
        {graph.triggers.length > SHOWN_TRIGGERS ? (
          <span className="text-muted-foreground text-xs">
            and {formatNumber(graph.triggers.length - SHOWN_TRIGGERS)} more
          </span>
        ) : null}
      </button>
      <Counts>{countsOf?.('triggers')}</Counts>
    </Frame>
  )
}

const SHOWN_TRIGGERS = 5

/** Returns the height of the triggers' box. */
export const triggersHeight = (count: number) =>
  58 + Math.max(0, Math.min(count, SHOWN_TRIGGERS) * 46 - 12) + (count > SHOWN_TRIGGERS ? 26 : 0)

/** The end of a branch, with a button to add the next step. */
export function EndNode({ id }: NodeProps) {
  const { selected, editable, places, target, onOpen, onDrawn } = useData()
  return (
    <Frame>
      <button
        ref={onDrawn}
        type="button"
        data-box={id}
        tabIndex={selected === id ? 0 : -1}
        disabled={!editable}
        className={cn(
          'nopan pointer-events-auto mx-auto flex h-10 items-center gap-1.5 rounded-full border border-dashed px-4 font-medium text-sm transition-colors focus-visible:outline-2 focus-visible:outline-ring',
          selected === id || target === id
            ? 'border-primary bg-primary-soft text-primary-ink'
            : 'border-border-strong bg-card text-muted-foreground hover:text-foreground',
          places && !places.has(id) && 'opacity-40',
          target === id && 'ring-4 ring-primary/25',
        )}
        onClick={() => onOpen(id)}
      >
        {places?.has(id) ? (
          'Move here'
        ) : editable ? (
          <>
            <Plus aria-hidden className="size-4" /> Add step
          </>
        ) : (
          'End'
        )}
      </button>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="relative size-full">
      <Handle type="target" position={Position.Top} isConnectable={false} className="invisible" />
      {children}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="invisible" />
    </div>
  )
}

/** Overlaps the lower edge of its box. */
const Counts = ({ children }: { children: ReactNode }) => (
  <span className="-bottom-3 absolute inset-s-3">{children}</span>
)

function useData() {
  const data = use(CanvasData)
  if (!data) throw new Error('Boxes are drawn inside of the canvas')
  return data
}
