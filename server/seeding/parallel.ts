/** Processes a source with `workers` concurrent loops. After the first failure, each loop finishes its current item and stops. */
export async function inParallel<T>(
  workers: number,
  source: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const items = eachOf(source)
  let hasFailed = false
  const run = async () => {
    try {
      for (;;) {
        const next = hasFailed ? { done: true as const } : await items.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: workers }, run))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

// Generators queue calls, so loops may call next() concurrently.
async function* eachOf<T>(source: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* source
}
