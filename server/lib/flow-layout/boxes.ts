import type { Slot } from './flow.ts'

// Dimensions and parts of the drawing.

export const STEP = { width: 264, height: 84 }
/** Size of the box at the end of a way, where the next step is added. */
export const END = { width: 120, height: 40 }
export const GAP = { x: 36, y: 56 }
/** Below a step with branches, which have labels. */
export const FORK = 92
/** Width of the channel of a way that leads back. */
export const CHANNEL = 28

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}
export interface LaidWay extends Slot {
  next: string | null
  /** True if the way leads up again. */
  is_back: boolean
  /** From the step above to the step below; lines between are horizontal or vertical. */
  points: Point[]
  /** Position of the branch's label, if there are several branches. */
  label: Point | null
  /** Position of the branch's button. */
  middle: Point
}
export interface Layout {
  triggers: Box
  steps: Map<string, Box>
  /** Boxes at the ends of ways, by "step exit". */
  ends: Map<string, Box>
  ways: LaidWay[]
  width: number
  height: number
}

export const wayKey = ({ from, exit }: Slot) => `${from ?? 'start'} ${exit}`
