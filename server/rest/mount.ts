import type { OpenAPIHono } from '@hono/zod-openapi'
import { openStandalone } from '../db/standalone.ts'
import { env } from '../env.ts'
import { restApp } from './app.ts'

const holder = globalThis as typeof globalThis & { envoi_rest?: OpenAPIHono }

/** The Hono app for hosts that run Next alone: there nobody has opened the database, and only an own one can be. */
export function mountedApp(): OpenAPIHono {
  if (!holder.envoi_rest) {
    openStandalone()
    const settings = env()
    holder.envoi_rest = restApp({
      base_url: settings.BASE_URL,
      metrics_token: settings.METRICS_TOKEN,
      metrics_public: settings.METRICS_PUBLIC === 'on',
    })
  }
  return holder.envoi_rest
}
