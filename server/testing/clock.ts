import { onTestFinished } from 'vitest'
import { clock } from '../core/clock.ts'

/** Stops the clock until the test ends, so nothing becomes late on a slow machine. */
export function stopClock(): void {
  const { now } = clock
  onTestFinished(() => {
    clock.now = now
  })
  const at = now()
  clock.now = () => at
}

/** Sets the clock forward until the test ends. */
export function later(ms: number): void {
  const { now } = clock
  onTestFinished(() => {
    clock.now = now
  })
  clock.now = () => new Date(+now() + ms)
}
