import { inspect } from 'node:util'
import { rootLogger } from './core/log.ts'
import { announceStop } from './core/stopping.ts'
import { SettingError } from './env.ts'
import { announce } from './lib/announce.ts'
import { withSourcePlaces } from './lib/source-places.ts'

type Close = () => unknown

/** Resources that a service opens while starting, to be closed when it ends. */
export interface Closing {
  /** Closed first, all at the same time: everything that accepts and does work. */
  work: (close: Close) => void
  /** Closed after the work that uses it, in reverse order of opening: databases, log, pages. */
  runtime: (close: Close) => void
}

/** Milliseconds that requests and jobs have to finish. */
export const GRACE_MS = 10_000
/** Milliseconds after which the process ends, whatever is still running. */
export const LAST_RESORT_MS = GRACE_MS + 20_000
const REPEATED_MS = 1_000

/**
 * Starts a service and ends it on SIGTERM, on Ctrl-C, or when the command that started it has been killed. An invalid setting prints one line
 * and exits with code 1. A second Ctrl-C ends it immediately. Every signal may arrive more than once, from the process group and from the
 * commands that started the service, so a repeated SIGTERM, or a Ctrl-C within REPEATED_MS, changes nothing.
 */
export async function runUntilStopped(start: (closing: Closing) => Promise<void>): Promise<void> {
  const work: Close[] = []
  const runtime: Close[] = []
  let isStopping = false

  const stop = async (code: number) => {
    if (isStopping) process.exit(1)
    isStopping = true
    announceStop()
    rootLogger().info({ grace_ms: GRACE_MS }, 'this process stops: it finishes its requests and jobs')
    const began = performance.now()
    // Also keeps the process alive while it waits for something that does not, such as the end of a thread.
    setTimeout(() => process.exit(1), LAST_RESORT_MS)
    const settle = (close: Close) => Promise.resolve().then(close).catch(report)
    await Promise.all(work.map(settle))
    for (const close of runtime.reverse()) await settle(close)
    rootLogger().info({ took_ms: Math.round(performance.now() - began) }, 'this process has stopped')
    process.exit(code)
  }

  const stopOnce = () => {
    if (!isStopping) void stop(0)
  }
  let interrupted_at = Number.NEGATIVE_INFINITY
  process.on('SIGINT', () => {
    if (performance.now() - interrupted_at < REPEATED_MS) return
    interrupted_at = performance.now()
    void stop(0)
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stopOnce)
  process.on('unhandledRejection', (error) => report(error))
  process.on('uncaughtException', (error) => {
    report(error)
    void stop(1)
  })
  try {
    await start({ work: (close) => work.push(close), runtime: (close) => runtime.push(close) })
  } catch (error) {
    if (isStopping) return
    // Loaded late, so settings are checked before the database driver loads.
    const { problemLine } = await import('./db/start-problem.ts')
    report(error, problemLine(error))
    await stop(1)
  }
}

/** Reports settings, and errors with an explanation, in one line, and internal errors with their stack. */
function report(error: unknown, line?: string): void {
  const isOurs = error instanceof SettingError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  announce(isOurs ? (error as Error).message : (line ?? withSourcePlaces(inspect(error))), 'fatal')
}
