const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LEVELS)[number]

/** The console, pino, winston and others have these methods. */
export type Logger = Record<Exclude<LogLevel, 'off'>, (message: string, ...details: unknown[]) => void>

export interface LogOptions {
  /** `info` has retries, `debug` every request. Default `warn`. Lines have no keys and no bodies. */
  log_level?: LogLevel
  /** Default: the console. */
  logger?: Logger
}

export function loggerOf({ log_level = 'warn', logger = console }: LogOptions) {
  const most = LEVELS.indexOf(log_level)
  return (level: Exclude<LogLevel, 'off'>, message: string, details?: object): void => {
    if (LEVELS.indexOf(level) > most) return
    if (details) logger[level](`envoi: ${message}`, details)
    else logger[level](`envoi: ${message}`)
  }
}
