import { processSingleton } from '../lib/concurrency/process-singleton.ts'

type ForPages = typeof import('../trpc/for-pages.ts')
type Load = () => Promise<ForPages>

const holder = processSingleton<{ load?: Load; loaded?: Promise<ForPages> }>('server for pages', () => ({}))

/** Sets the function that loads what pages call. */
export function provideServer(load: Load): void {
  holder.load = load
}

/**
 * Returns the procedures of this process's own server, loaded by the first page. If pages imported them, a build would compile 1,300 files
 * twice, and a process would hold both copies.
 */
export function loadedServer(): Promise<ForPages> {
  if (!holder.load) throw new Error('No server was provided to the pages of this process')
  holder.loaded ??= holder.load()
  return holder.loaded
}
