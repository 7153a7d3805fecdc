import type { OpenAPIHono } from '@hono/zod-openapi'
import { openStandalone } from '../db/embedded/standalone.ts'
import { env } from '../env.ts'
import { processSingleton } from '../lib/concurrency/process-singleton.ts'
import { restApp } from './app.ts'

/** Returns the Hono app for hosts that run Next without our server. They need DATABASE_URL. */
export const mountedApp = (): OpenAPIHono =>
  processSingleton('mounted app', () => {
    openStandalone()
    const settings = env()
    return restApp({
      base_url: settings.BASE_URL,
      metrics_token: settings.METRICS_TOKEN,
      metrics_public: settings.METRICS_PUBLIC === 'on',
    })
  })
