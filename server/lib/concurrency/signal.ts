/** Wakes one waiting loop. A wake without a waiting loop is kept for the next wait. */
export class Signal {
  #pending = false
  #resolve: (() => void) | undefined
  readonly #timers = new Map<number, NodeJS.Timeout>()

  wake(): void {
    this.#pending = true
    this.#resolve?.()
  }

  /** Wakes after `delay_ms`. Several requests for about the same moment share a timer. */
  wakeIn(delay_ms: number): void {
    if (delay_ms > 60_000) return
    if (delay_ms <= 0) {
      this.wake()
      return
    }
    const due_slot = Math.ceil((Date.now() + delay_ms) / 5)
    if (this.#timers.has(due_slot)) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(due_slot)
        this.wake()
      },
      due_slot * 5 - Date.now(),
    )
    timer.unref()
    this.#timers.set(due_slot, timer)
  }

  /** Waits for a wake, at most `limit_ms`. Returns whether it was woken. */
  async wait(limit_ms: number): Promise<boolean> {
    if (!this.#pending) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limit_ms)
        this.#resolve = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#resolve = undefined
    const isWoken = this.#pending
    this.#pending = false
    return isWoken
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.wake()
  }
}
