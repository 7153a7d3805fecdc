import { ForksPoolWorker, type WorkerRequest } from 'vitest/node'

/**
 * Files that one process runs. Node keeps the modules of each, a megabyte or more, and collecting garbage takes longer the more is kept:
 * after 200 files it took two fifths of the processor time, and a process had 1.3 GB. A new process loads the product in 4 seconds.
 */
const MAX_FILES = 80

/** Processes of tests, like Vitest's own, that are replaced after some files. */
class FreshForks extends ForksPoolWorker {
  override readonly name = 'fresh-forks'
  #files = 0

  override send(message: WorkerRequest): void {
    if (message.type === 'run') this.#files += message.context.files.length
    super.send(message)
  }

  canReuse(): boolean {
    return this.#files < MAX_FILES
  }
}

export const freshForks = {
  name: 'fresh-forks',
  createPoolWorker: (options: ConstructorParameters<typeof ForksPoolWorker>[0]) => new FreshForks(options),
}
