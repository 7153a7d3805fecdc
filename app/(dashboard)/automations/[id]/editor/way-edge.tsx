import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { use } from 'react'
import { Plus } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import type { LaidWay } from '@/server/lib/flow-layout/boxes.ts'
import { pathOf } from '@/server/lib/flow-layout/ways.ts'
import { stepOf } from '../../graph/exits'
import { exitLabel } from '../../graph/words'
import { CanvasData } from './canvas-data'

/** The line to the next step, with its branch's name and a button to insert a step. */
export function WayEdge({ id, data, markerEnd }: EdgeProps) {
  const canvas = use(CanvasData)
  const way = data?.way as LaidWay | undefined
  if (!canvas || !way) return null
  const step = stepOf(canvas.graph, way.from)
  const label = step ? exitLabel(step, way.exit) : ''
  const place = ({ x, y }: { x: number; y: number }) => ({
    transform: `translate(-50%, -50%) translate(${x}px, ${y}px)`,
  })
  return (
    <>
      <BaseEdge
        id={id}
        path={pathOf(way.points)}
        {...(markerEnd ? { markerEnd } : {})}
        style={{
          stroke: 'var(--border-strong)',
          strokeWidth: 1.75,
          ...(way.is_back ? { strokeDasharray: '6 5' } : {}),
        }}
      />
      <EdgeLabelRenderer>
        {way.label && label ? (
          <span
            className="nopan absolute max-w-40 truncate rounded-full border border-border bg-card px-2.5 py-0.5 font-medium text-muted-foreground text-xs"
            style={place(way.label)}
          >
            {label}
          </span>
        ) : null}
        {canvas.shareOf && label ? (
          <span
            className="figures pointer-events-none absolute text-muted-foreground text-xs"
            style={place({ ...way.middle, x: way.middle.x + 34 })}
          >
            {canvas.shareOf(way)}
          </span>
        ) : null}
        {canvas.editable && way.next !== null ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={label ? `Add a step after “${label}”` : 'Add a step here'}
            className={cn(
              'nopan pointer-events-auto absolute flex size-6 cursor-pointer items-center justify-center rounded-full border transition-colors hover:border-primary hover:bg-primary hover:text-primary-foreground',
              canvas.places?.has(id)
                ? 'border-primary border-dashed bg-primary-soft text-primary-ink'
                : 'border-border-strong bg-card text-muted-foreground',
              canvas.places && !canvas.places.has(id) && 'opacity-40',
              canvas.target === id && 'border-solid bg-primary text-primary-foreground ring-4 ring-primary/25',
            )}
            style={place(way.middle)}
            onClick={() => canvas.onAdd(way)}
          >
            <Plus aria-hidden className="size-3.5" />
          </button>
        ) : null}
      </EdgeLabelRenderer>
    </>
  )
}
