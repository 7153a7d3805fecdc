import '@xyflow/react/dist/base.css'
import {
  Background,
  BackgroundVariant,
  type Edge,
  MarkerType,
  MiniMap,
  type Node,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { wayKey } from '@/server/lib/flow-layout/boxes.ts'
import { layOut } from '@/server/lib/flow-layout/layout.ts'
import { flowOf } from '@/server/modules/automations/flow-schema.ts'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import type { Slot } from '../../graph/exits'
import type { NameOf } from '../../graph/words'
import { CanvasData } from './canvas-data'
import { EndNode, StepNode, TriggersNode, triggersHeight } from './nodes'
import { useStepDrag } from './use-step-drag'
import { WayEdge } from './way-edge'
import { ZoomControls } from './zoom-controls'

const nodeTypes = { triggers: TriggersNode, step: StepNode, end: EndNode }
const edgeTypes = { way: WayEdge }

export interface CanvasProps {
  graph: Graph
  nameOf: NameOf
  problems: readonly Problem[]
  selected: string
  editable: boolean
  incomplete: string | undefined
  foundIds: ReadonlySet<string> | undefined
  onOpen: (key: string) => void
  onAdd: (slot: Slot) => void
  onMove: (id: string, slot: Slot) => void
  /** Called with each box when it is drawn. */
  onDrawn: ((box: HTMLElement | null) => void) | undefined
  countsOf?: ((key: string) => ReactNode) | undefined
  shareOf?: ((slot: Slot) => ReactNode) | undefined
}

/** The automation as a drawing. The graph determines all positions, so a step is dragged to another line, not to a free position. */
export default function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

/** Starts with the triggers at the top. Scales a large drawing down, but keeps it readable. */
function viewOf(
  { width: drawn_width, height: drawn_height }: { width: number; height: number },
  { width, height, axis }: { width: number; height: number; axis: number },
) {
  const fit = Math.min((width - 64) / drawn_width, (height - 64) / drawn_height)
  const zoom = Math.min(1, Math.max(0.75, fit))
  return { x: width / 2 - axis * zoom, y: 28, zoom }
}

function Drawing({
  graph,
  nameOf,
  problems,
  selected,
  editable,
  incomplete,
  foundIds,
  onOpen,
  onAdd,
  onMove,
  onDrawn,
  countsOf,
  shareOf,
}: CanvasProps) {
  const layout = useMemo(() => layOut(flowOf(graph), triggersHeight(graph.triggers.length)), [graph])
  const { drag, handlers } = useStepDrag({ graph, layout, onMove })
  const { nodes, edges } = useMemo(() => {
    const boxes: Node[] = []
    const add = (
      id: string,
      type: string,
      { x, y, width, height }: { x: number; y: number; width: number; height: number },
    ) =>
      boxes.push({
        id,
        type,
        position: { x, y },
        width,
        height,
        data: {},
        draggable: editable && type === 'step' && id !== incomplete,
        selectable: false,
        focusable: false,
      })
    add('triggers', 'triggers', layout.triggers)
    for (const [id, box] of layout.steps) add(id, 'step', box)
    for (const [id, box] of layout.ends) add(id, 'end', box)
    const lines: Edge[] = layout.ways.map((way) => ({
      id: wayKey(way),
      source: way.from ?? 'triggers',
      target: way.next ?? wayKey(way),
      type: 'way',
      data: { way },
      focusable: false,
      selectable: false,
      ...(way.next === null
        ? {}
        : { markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--border-strong)', width: 16, height: 16 } }),
    }))
    return { nodes: boxes, edges: lines }
  }, [layout, editable, incomplete])
  const shownNodes = useMemo(
    () =>
      drag
        ? nodes.map((node) => (node.id === drag.id ? { ...node, position: drag.position, zIndex: 1 } : node))
        : nodes,
    [nodes, drag],
  )
  const { block, places, target } = drag ?? {}
  const data = useMemo(
    () => ({
      graph,
      nameOf,
      problems,
      selected,
      editable,
      incomplete,
      foundIds,
      onOpen,
      onAdd,
      onDrawn,
      countsOf,
      shareOf,
      draggedIds: block,
      places: places && new Set(places.keys()),
      target,
    }),
    [
      graph,
      nameOf,
      problems,
      selected,
      editable,
      incomplete,
      foundIds,
      onOpen,
      onAdd,
      onDrawn,
      countsOf,
      shareOf,
      block,
      places,
      target,
    ],
  )
  const { getViewport, setViewport } = useReactFlow()
  const frame = useRef<HTMLDivElement>(null)

  const width = useRef(0)
  // Until the frame is measured the drawing is elsewhere, and a click started on a box would end beside it.
  const [isPlaced, setIsPlaced] = useState(false)

  // Keeps the drawing centered when the panel opens or closes, and moves a selected or added box into view.
  const follow = useCallback(() => {
    const box = selected === 'triggers' ? layout.triggers : (layout.steps.get(selected) ?? layout.ends.get(selected))
    if (!frame.current) return
    const { clientWidth, clientHeight } = frame.current
    const shift = width.current === 0 ? 0 : (clientWidth - width.current) / 2
    width.current = clientWidth
    const { x, y, zoom } = getViewport()
    const [left, top] = box ? [box.x * zoom + x + shift, box.y * zoom + y] : [0, 0]
    const inside =
      !box ||
      (left >= 0 && top >= 0 && left + box.width * zoom <= clientWidth && top + box.height * zoom <= clientHeight)
    if (!inside) {
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      void setViewport(
        { x: clientWidth / 2 - middle.x * zoom, y: clientHeight / 2 - middle.y * zoom, zoom },
        { duration: 200 },
      )
    } else if (shift !== 0) void setViewport({ x: x + shift, y, zoom })
  }, [selected, layout, getViewport, setViewport])
  useEffect(() => {
    follow()
    if (!frame.current) return
    const observer = new ResizeObserver(follow)
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [follow])

  return (
    <CanvasData value={data}>
      <div
        ref={frame}
        className={cn(
          '@container relative size-full [--xy-attribution-background-color:transparent]',
          !isPlaced && 'invisible',
        )}
      >
        <ReactFlow
          nodes={shownNodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          nodeDragThreshold={6}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          panOnScroll
          minZoom={0.2}
          maxZoom={1.5}
          onInit={() => {
            const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 }
            const { x, width } = layout.triggers
            void setViewport(viewOf(layout, { width: clientWidth, height: clientHeight, axis: x + width / 2 })).then(
              () => {
                follow()
                setIsPlaced(true)
              },
            )
          }}
          attributionPosition="top-right"
          aria-label="Automation"
        >
          <Background variant={BackgroundVariant.Dots} gap={22} size={1.4} color="var(--border-strong)" />
          {graph.steps.length > 5 ? (
            <MiniMap
              pannable
              zoomable
              ariaLabel="Automation map"
              bgColor="var(--card)"
              maskColor="color-mix(in oklab, var(--muted) 70%, transparent)"
              nodeColor="var(--border-strong)"
              className="@max-2xl:hidden overflow-hidden rounded-xl border border-border shadow-sm"
              style={{ width: 160, height: 110 }}
            />
          ) : null}
        </ReactFlow>
        <ZoomControls />
      </div>
    </CanvasData>
  )
}
