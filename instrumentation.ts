import { loadedServer, provideServer } from './server/auth/loaded-server.ts'
import { processSingleton } from './server/lib/concurrency/process-singleton.ts'

/** Runs once when Next starts. Behind our own server the database is open by then; a host that runs Next alone opens it here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  // Loading nothing else, because the modules of the server exist a second time here, for pages.
  if (processSingleton<{ database?: unknown }>('database', () => ({})).database) return
  provideServer(() => import(/* turbopackIgnore: true */ `${process.cwd()}/server/trpc/for-pages.ts`))
  const { openStandalone } = await loadedServer()
  openStandalone()
}
