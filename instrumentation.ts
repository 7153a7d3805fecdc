import { processSingleton } from './server/lib/concurrency/process-singleton.ts'

/** Runs once when Next starts. Behind our own server the database is open by then; a host that runs Next alone opens it here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  // Loading nothing else, because the modules of the server exist a second time here, for pages.
  if (processSingleton<{ database?: unknown }>('database', () => ({})).database) return
  const { openStandalone } = await import('./server/db/embedded/standalone.ts')
  openStandalone()
}
