import { turns } from './turns.ts'

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Writes items that arrive at the same time as one set, so they share a statement and a commit. The first item waits for `gathering_turns` of
 * the event loop; items that arrive during a write form the next set. Each caller continues when its set is committed, or fails with it.
 */
export class JointWrites<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #most: number
  readonly #gathering_turns: number
  #waiting: Waiting<Item, Result>[] = []
  #writing: Promise<void> | undefined

  /** @param write writes a set of at most `most` items and returns one result for each, in their order */
  constructor(
    write: (items: readonly Item[]) => Promise<readonly Result[]>,
    { most, gathering_turns = 0 }: { most: number; gathering_turns?: number },
  ) {
    this.#write = write
    this.#most = most
    this.#gathering_turns = gathering_turns
  }

  /** Number of items that are not being written yet. Callers limit it, because each item keeps its request open. */
  get waiting(): number {
    return this.#waiting.length
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#writing ??= this.#writeAll()
    })
  }

  /** Waits until all added items are written or have failed. */
  async drain(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#gathering_turns > 0) await turns(this.#gathering_turns)
      const set = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#write(set.map(({ item }) => item))
        for (const [at, { resolve }] of set.entries()) resolve(results[at] as Result)
      } catch (error) {
        for (const { reject } of set) reject(error)
      }
    }
    // In the same step as the last check, because an item added next must start another run.
    this.#writing = undefined
  }
}
