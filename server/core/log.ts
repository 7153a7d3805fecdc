import pino from 'pino'

export type Logger = pino.Logger

const holder = globalThis as typeof globalThis & { envoi_logger?: Logger }

/** Sets the level of the process's one logger. Secrets and addresses never belong into its fields. */
export function configureLog(level: string): Logger {
  holder.envoi_logger = makeLog(level)
  return holder.envoi_logger
}

export const makeLog = (level: string, destination?: pino.DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
      redact: {
        paths: ['*.password', '*.secret', '*.token', 'authorization', '*.authorization', 'cookie', '*.cookie'],
        remove: true,
      },
    },
    destination,
  )

export const rootLogger = (): Logger => holder.envoi_logger ?? configureLog('warn')

/** What else PostgreSQL tells of an error (`detail`, `where`) is the row that it is about. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause, code } = error as Error & { code?: unknown }
  const type = error.constructor.name || name
  return {
    type,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: errorFields(cause) }),
  }
}
