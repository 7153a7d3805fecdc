import { createContext, type ReactNode } from 'react'
import type { Graph } from '@/server/modules/automations/graph-schema.ts'
import type { Problem } from '@/server/modules/automations/schema.ts'
import type { Slot } from '../../graph/exits'
import type { NameOf } from '../../graph/words'

interface DrawnAutomation {
  graph: Graph
  nameOf: NameOf
  problems: readonly Problem[]
  selected: string
  editable: boolean
  /** The step that is still incomplete. */
  incomplete: string | undefined
  /** Steps that match the search. Undefined: there is no search. */
  foundIds: ReadonlySet<string> | undefined
  /** The dragged step and the steps that move with it. */
  draggedIds: ReadonlySet<string> | undefined
  /** Keys of the lines it can be dropped on, and the line under the pointer. */
  places: ReadonlySet<string> | undefined
  target: string | undefined
  onOpen: (key: string) => void
  onAdd: (slot: Slot) => void
  /** Called with each box when it is drawn. */
  onDrawn: ((box: HTMLElement | null) => void) | undefined
  /** Shown below a box: the number of subscribers who passed it. */
  countsOf: ((key: string) => ReactNode) | undefined
  /** Shown on a line: the share of subscribers who took it. */
  shareOf: ((slot: Slot) => ReactNode) | undefined
}

/** Data for boxes and lines, because React Flow passes only IDs and positions. */
export const CanvasData = createContext<DrawnAutomation | null>(null)
