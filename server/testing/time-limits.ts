import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished, vi } from 'vitest'

const BYTES_READ = 'undici:request:bodyChunkReceived'

/** Replaces the time limits of requests until the test ends. The test decides when they are reached, whatever the machine's speed. */
export function limitsByHand() {
  const limits: AbortController[] = []
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  onTestFinished(() => spy.mockRestore())
  const reach = () => {
    for (const limit of limits)
      limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }
  return {
    /** Returns the limits set so far, in milliseconds. */
    set: () => spy.mock.calls.flat(),
    /** Reaches every limit set so far. */
    reach,
    /** Reaches the limits of later requests once a part of the response's body has been read. */
    reachInBody: () => {
      // The part has been read by the end of this turn of the event loop.
      const onRead = () => void setImmediate(reach)
      subscribe(BYTES_READ, onRead)
      onTestFinished(() => void unsubscribe(BYTES_READ, onRead))
    },
  }
}
