import type { OpenAPIHono } from '@hono/zod-openapi'
import { findLogo } from './store/directory.ts'

/** Serves the logos of apps. */
export function appRoutes(app: OpenAPIHono): void {
  app.get('/app-logos/:app_id{[1-9][0-9]{0,8}}/:version{[0-9]{1,15}}', async (c) => {
    const { app_id, version } = c.req.param()
    const logo = await findLogo({ app_id: Number(app_id), version: Number(version) })
    if (!logo) return c.text('Not Found', 404, { ...SAFE, 'Cache-Control': 'no-store' })
    return c.body(new Uint8Array(logo.bytes), 200, {
      ...SAFE,
      'Content-Type': logo.media_type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    })
  })
}

const SAFE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-site',
}
