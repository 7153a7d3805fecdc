import { onTestFinished } from 'vitest'
import { clock } from '../core/clock.ts'

/** Moves the clock ahead until the test ends. */
export function later(ms: number): void {
  const { now } = clock
  onTestFinished(() => {
    clock.now = now
  })
  clock.now = () => new Date(+now() + ms)
}
