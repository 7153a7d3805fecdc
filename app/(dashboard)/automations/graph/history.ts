/** An undo history: the present value, earlier ones, and undone ones. */
export interface History<Value> {
  past: readonly Value[]
  present: Value
  future: readonly Value[]
  /** Group of the last change. Changes of one group in quick succession are undone together. */
  group: string | undefined
  /** Time of the last change, in milliseconds. */
  changed_at: number
}

const MOST = 200
/** Longer than between two keys that are typed. */
const PAUSE_MS = 1_500

export const begin = <Value>(present: Value): History<Value> => ({
  past: [],
  present,
  future: [],
  group: undefined,
  changed_at: 0,
})

/** Adds a change that was made `at`. Typing in one field without a pause is one group. */
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
