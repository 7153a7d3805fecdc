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
  /** The step that is being filled in. */
  incomplete: string | undefined
  /** The steps that match the search; undefined without one. */
  found: ReadonlySet<string> | undefined
  /** The step that is dragged, with the steps that move with it. */
  dragged: ReadonlySet<string> | undefined
  /** The ways that it can be dropped on, by their keys, and the one below the pointer. */
  places: ReadonlySet<string> | undefined
  target: string | undefined
  onOpen: (key: string) => void
  onAdd: (slot: Slot) => void
  /** Told of each box when it is drawn. */
  onDrawn: ((box: HTMLElement | null) => void) | undefined
  /** Shown below a box: the number of subscribers who passed it. */
  countsOf: ((key: string) => ReactNode) | undefined
  /** Shown on a line: the share of subscribers who took it. */
  shareOf: ((slot: Slot) => ReactNode) | undefined
}

/** Data for boxes and lines. React Flow passes only ids and positions. */
export const CanvasData = createContext<DrawnAutomation | null>(null)
