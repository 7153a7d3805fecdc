import { onTestFinished } from 'vitest'
import { clock } from '../core/clock.ts'

/** Sets the clock forward until the test ends. */
export function later(ms: number): void {
  const { now } = clock
  onTestFinished(() => {
    clock.now = now
  })
  clock.now = () => new Date(+now() + ms)
}
