import { processSingleton } from '../lib/concurrency/process-singleton.ts'

const state = processSingleton('stopping', () => ({ is_stopping: false }))

/** Whether the process has been told to end: work that lasts longer than a moment puts down what it has not begun. */
export const isStopping = (): boolean => state.is_stopping

export function announceStop(stopping = true): void {
  state.is_stopping = stopping
}
