import { processSingleton } from '../lib/concurrency/process-singleton.ts'

const state = processSingleton('stopping', () => ({ is_stopping: false }))

/** Returns whether the process is shutting down. Long work then starts nothing new. */
export const isStopping = (): boolean => state.is_stopping

export function announceStop(stopping = true): void {
  state.is_stopping = stopping
}
