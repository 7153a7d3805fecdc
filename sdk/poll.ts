import { wait } from './transport.ts'

export interface PollOptions {
  /** Milliseconds between reads. Default 2,000. */
  every_ms?: number
  /** Milliseconds after which it throws. Default: an hour. */
  timeout_ms?: number
  signal?: AbortSignal
}

/**
 * Reads until `isDone` is true of what was read, and returns it. For exports, imports and other jobs:
 *
 *     const done = await poll(() => envoi.exports.get(id), ({ export: one }) => !['queued', 'running'].includes(one.state))
 *
 * Throws what the read throws, the reason of an aborted signal, and an Error after `timeout_ms`.
 */
export async function poll<T>(
  read: () => PromiseLike<T>,
  isDone: (value: T) => boolean,
  { every_ms = 2_000, timeout_ms = 3_600_000, signal }: PollOptions = {},
): Promise<T> {
  const end = Date.now() + timeout_ms
  for (;;) {
    signal?.throwIfAborted()
    const value = await read()
    if (isDone(value)) return value
    if (Date.now() + every_ms > end) throw new Error(`Not done after ${timeout_ms} ms`)
    await wait(every_ms, signal)
  }
}
