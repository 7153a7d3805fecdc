/** The custom server and Next's bundle load this file twice in one process; only globalThis is shared. */
const holder = globalThis as typeof globalThis & { envoi_stopping?: boolean }

/** Whether the process has been told to end: work that lasts longer than a moment puts down what it has not begun. */
export const isStopping = (): boolean => holder.envoi_stopping ?? false

export function announceStop(stopping = true): void {
  holder.envoi_stopping = stopping
}
