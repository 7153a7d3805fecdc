import { type ClientOptions, Inngest, type Middleware } from 'inngest'
import type { Logger } from '../../core/log.ts'

/** The settings that choose the engine, named as in server/env.ts. */
export interface JobSettings {
  INNGEST_EVENT_KEY?: string
  INNGEST_SIGNING_KEY?: string
  INNGEST_BASE_URL?: string
  INNGEST_DEV?: string
  INNGEST_CONNECT_GATEWAY_URL?: string
}

/** The place where jobs run: in our processes, on Inngest (its cloud or your own server), or on Inngest's dev server. */
export type JobsMode = 'embedded' | 'inngest' | 'dev'

export function jobsMode(settings: JobSettings): JobsMode {
  const { INNGEST_DEV: dev, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = settings
  if (dev && dev !== '0' && dev !== 'false') return 'dev'
  return INNGEST_EVENT_KEY && INNGEST_SIGNING_KEY ? 'inngest' : 'embedded'
}

/** Returns the Inngest client. `send` replaces its network requests when jobs run in this process. */
export function createJobsClient(
  settings: JobSettings,
  log: Logger,
  send: typeof fetch,
  middleware: Middleware.Class[] = [],
): Inngest.Any {
  // Options override the environment, which the SDK also reads, so each mode sets all options.
  return new Inngest({
    id: 'envoi',
    aiMetadata: false,
    ...loggers(log),
    fetch: send,
    middleware,
    ...connection(settings),
  })
}

function connection(settings: JobSettings): Omit<ClientOptions, 'id'> {
  switch (jobsMode(settings)) {
    case 'embedded':
      // isDev: no keys and no signatures. Only this process reaches such a client.
      return { isDev: true, baseUrl: 'http://embedded.invalid' }
    case 'dev':
      return {
        isDev: true,
        baseUrl: URL.canParse(settings.INNGEST_DEV ?? '') ? settings.INNGEST_DEV : undefined,
      }
    case 'inngest':
      return {
        isDev: false,
        eventKey: settings.INNGEST_EVENT_KEY,
        signingKey: settings.INNGEST_SIGNING_KEY,
        baseUrl: settings.INNGEST_BASE_URL,
      }
  }
}

/** Failures of jobs are logged once, by the engine or by Inngest; the SDK's own lines are for debugging. */
function loggers(log: Logger): Pick<ClientOptions, 'logger' | 'internalLogger'> {
  const line =
    (level: 'debug' | 'warn') =>
    (fields: unknown, ...text: unknown[]) =>
      typeof fields === 'string' ? log[level](fields) : log[level](fields as object, text.map(String).join(' '))
  const quiet = { debug: line('debug'), info: line('debug'), warn: line('warn'), error: line('debug') }
  return { logger: quiet, internalLogger: { ...quiet, error: line('warn') } }
}
