/** An undo history: the current value, earlier values, and undone values. */
export interface History<Value> {
  past: readonly Value[]
  present: Value
  future: readonly Value[]
  /** Group of the last change. Changes to a group in quick succession are undone together. */
  group: string | undefined
  /** Time of the last change, in milliseconds. */
  changed_at: number
}

const MOST = 200
/** Longer than the time between two keystrokes. */
const PAUSE_MS = 1_500

export const begin = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  group: undefined,
  changed_at: 0,
})

/** Adds a change made `at` this time. Typing in one field without pauses is one group. */
export function change<Value>(
  history: History<Value>,
  next: Value,
  { group, at = 0 }: { group?: string | undefined; at?: number } = {},
): History<Value> {
  if (next === history.present) return history
  const continues = group !== undefined && group === history.group && at - history.changed_at < PAUSE_MS
  const past = continues ? history.past : [...history.past, history.present].slice(-MOST)
  return { past, present: next, future: [], group, changed_at: at }
}

export function undo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { ...history, past: past.slice(0, -1), present: before, future: [present, ...future], group: undefined }
}

export function redo<Value>(history: History<Value>): History<Value> {
  const { past, present, future } = history
  const [next, ...later] = future
  if (next === undefined) return history
  return { ...history, past: [...past, present], present: next, future: later, group: undefined }
}
