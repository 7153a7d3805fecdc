/** What was edited, with the states before it and those that were undone. */
export interface History<Value> {
  past: readonly Value[]
  present: Value
  future: readonly Value[]
  /** What the last change belongs to; changes of one group are undone together. */
  group: string | undefined
}

const MOST = 200

export const begin = <Value>(present: Value): History<Value> => ({ past: [], present, future: [], group: undefined })

/** Adds a change. Typing in one field is one group. */
export function change<Value>(history: History<Value>, next: Value, group?: string): History<Value> {
  if (next === history.present) return history
  const continues = group !== undefined && group === history.group
  const past = continues ? history.past : [...history.past, history.present].slice(-MOST)
  return { past, present: next, future: [], group }
}

export function undo<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const before = past.at(-1)
  if (before === undefined) return { past, present, future, ...rest }
  return { past: past.slice(0, -1), present: before, future: [present, ...future], group: undefined }
}

export function redo<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const [next, ...later] = future
  if (next === undefined) return { past, present, future, ...rest }
  return { past: [...past, present], present: next, future: later, group: undefined }
}
