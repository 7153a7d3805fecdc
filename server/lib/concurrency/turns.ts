import { setImmediate } from 'node:timers/promises'

/** Waits this many turns of the event loop, so data that arrives on several connections at the same time has arrived. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}
