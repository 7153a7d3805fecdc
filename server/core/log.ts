import { format } from 'node:util'
import pino from 'pino'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { withSourcePlaces } from '../lib/source-places.ts'
import { currentRequest } from './telemetry/request-scope.ts'
import { tracing } from './telemetry/tracing.ts'

export type Logger = pino.Logger

const root = processSingleton<{ logger?: Logger; fd?: number }>('log', () => ({}))

/** Sets the log level of the process. Fields must never contain secrets or addresses. */
export function configureLog(level: string, destination?: Destination): Logger {
  root.logger = makeLog(level, destination)
  return root.logger
}

/** Keeps standard output free for a command's result: loggers configured from now on write to standard error. */
export function logToStderr(): void {
  root.fd = 2
}

type Destination = pino.DestinationStream & { flush?: () => void; flushSoon?: () => void }

const WARN = 40

const FLUSH_MS = 100

/**
 * Buffers lines. A signal that the process cannot handle, such as kill -9, loses the last 100 ms. `periodicFlush` would write an empty text
 * ten times a second in an idle process.
 */
export function output(dest: number = root.fd ?? 1): Destination {
  const file = pino.destination({ dest, minLength: 4_096 })
  let willFlush = false
  const flush = () => {
    willFlush = false
    file.flush()
    // During a write, a flush does nothing.
    if (file.listenerCount('drain') === 0) file.once('drain', () => file.flush())
  }
  const flushSoon = () => {
    if (!willFlush) setTimeout(flush, FLUSH_MS).unref()
    willFlush = true
  }
  return Object.assign(file, { flushSoon })
}

export function makeLog(level: string, destination: Destination = output()): Logger {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, severity) {
          method.apply(this, args)
          if (severity >= WARN) destination.flush?.()
          destination.flushSoon?.()
        },
      },
      base: null,
      // Adds the request and its account to every log line, in any module. A child logger already has both.
      mixin: (_line, _level, logger) => ({
        ...(logger === root.logger ? currentRequest() : undefined),
        ...tracing()?.ids(),
      }),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
      redact: {
        paths: ['*.password', '*.secret', '*.token', 'authorization', '*.authorization', 'cookie', '*.cookie'],
        remove: true,
      },
    },
    destination,
  )
}

export const rootLogger = (): Logger => root.logger ?? configureLog('warn')

/** Writes the output of Next.js and other packages to the log, unless it goes to a terminal. */
export function logConsole(log: Logger = rootLogger()): void {
  if (process.stdout.isTTY) return
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    console[level] = (...args: unknown[]) => {
      const err = args.find((arg) => arg instanceof Error)
      log[level](err ? { err } : {}, format(...args.filter((arg) => arg !== err)).trim())
    }
  console.log = console.info
}

/** Omits PostgreSQL's `detail` and `where`, which contain row data. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause, code } = error as Error & { code?: unknown }
  const type = error.constructor.name || name
  return {
    type,
    message,
    ...(code !== undefined && { code }),
    stack: stack && withSourcePlaces(stack),
    ...(cause !== undefined && { cause: errorFields(cause) }),
  }
}
