/**
 * Stores records that arrive at about the same time together, because a database round trip costs the same for one or many. While one batch
 * is stored, the next one collects records.
 */
export class Batch<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Result[]>
  #waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  #working = false

  /** `work` returns one result for each item, in the same order. When it throws, all of its items fail. */
  constructor(work: (items: Item[]) => Promise<Result[]>) {
    this.#work = work
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      void this.#workOff()
    })
  }

  async #workOff(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (this.#waiting.length > 0) {
      // Other items of this iteration of the event loop join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = this.#waiting.splice(0)
      try {
        const results = await this.#work(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#working = false
  }
}
