import pino from 'pino'

export type Logger = pino.Logger

const holder = globalThis as typeof globalThis & { envoi_logger?: Logger }

/** Sets the level of the process's one logger. Secrets and addresses never belong into its fields. */
export function configureLog(level: string): Logger {
  holder.envoi_logger = pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.password', '*.secret', '*.token', 'authorization', '*.authorization', 'cookie', '*.cookie'],
      remove: true,
    },
  })
  return holder.envoi_logger
}

export const rootLogger = (): Logger => holder.envoi_logger ?? configureLog('warn')
