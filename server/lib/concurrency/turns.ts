import { setImmediate } from 'node:timers/promises'

/** Lets the event loop turn so often, so what arrives at the same time from several connections is there. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate()
}
