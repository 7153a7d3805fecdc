import { type Node, useReactFlow } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import { type Layout, type Point, wayKey } from '@/server/lib/flow-layout/boxes.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { Slot } from '../../graph/exits'
import { blockOf, placesFor } from '../../graph/operations'

interface Drag {
  id: string
  /** Position of the step's box during the drag. */
  position: Point
  /** The step and the steps that move with it. */
  block: ReadonlySet<string>
  places: ReadonlyMap<string, Slot>
  target: string | undefined
}

interface StepDragOptions {
  graph: Graph
  layout: Layout
  onMove: (id: string, slot: Slot) => void
}

/** Maximum distance between a dropped step and a line, in canvas pixels. */
const REACH = { x: 150, y: 80 }

/** Handles dragging a step to another line. Dropped anywhere else, the step returns. */
export function useStepDrag({ graph, layout, onMove }: StepDragOptions) {
  const { screenToFlowPosition } = useReactFlow()
  const [drag, setDrag] = useState<Drag>()
  const latest = useRef(drag)
  latest.current = drag

  const handlers = useMemo(() => {
    const set = (next: Drag | undefined) => {
      latest.current = next
      setDrag(next)
    }
    return {
      onNodeDragStart: (_: unknown, { id, position }: Node) => {
        const places = new Map(placesFor(graph, id).map((slot) => [wayKey(slot), slot]))
        const block = new Set(blockOf(graph, id).map((step) => step.id))
        set({ id, position, block, places, target: undefined })
      },
      onNodeDrag: (event: MouseEvent | TouchEvent, { id, position }: Node) => {
        const before = latest.current
        if (before?.id !== id) return
        const pointer = pointOf(event)
        const target = pointer ? nearest(layout, before.places, screenToFlowPosition(pointer)) : before.target
        set({ ...before, position, target })
      },
      onNodeDragStop: () => {
        const last = latest.current
        set(undefined)
        const slot = last?.places.get(last.target ?? '')
        if (last && slot) onMove(last.id, slot)
      },
    }
  }, [graph, layout, onMove, screenToFlowPosition])
  return { drag, handlers }
}

function pointOf(event: MouseEvent | TouchEvent): Point | undefined {
  if ('clientX' in event) return { x: event.clientX, y: event.clientY }
  const [touch] = event.touches
  return touch && { x: touch.clientX, y: touch.clientY }
}

function nearest(layout: Layout, places: ReadonlyMap<string, Slot>, { x, y }: Point): string | undefined {
  let best: { key: string; distance: number } | undefined
  for (const way of layout.ways) {
    const key = wayKey(way)
    if (!places.has(key)) continue
    const end = layout.ends.get(key)
    const point = end ? { x: end.x + end.width / 2, y: end.y + end.height / 2 } : way.middle
    const away = { x: Math.abs(point.x - x), y: Math.abs(point.y - y) }
    if (away.x > REACH.x || away.y > REACH.y) continue
    const distance = Math.hypot(away.x, away.y)
    if (!best || distance < best.distance) best = { key, distance }
  }
  return best?.key
}
