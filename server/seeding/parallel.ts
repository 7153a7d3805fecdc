/** Works through a source with so many workers at a time. The first failure stops them all, once their work at hand is done. */
export async function inParallel<T>(
  lanes: number,
  source: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const items = eachOf(source)
  let failed = false
  const lane = async () => {
    try {
      for (;;) {
        const next = failed ? { done: true as const } : await items.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (error) {
      failed = true
      throw error
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

// Generators answer one call after the other, so that lanes may ask at the same time.
async function* eachOf<T>(source: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* source
}
