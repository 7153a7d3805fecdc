import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { findLogo, findScreenshot } from './store/directory.ts'

/** Serves the logos and screenshots of apps. */
export function appRoutes(app: OpenAPIHono): void {
  app.get('/app-logos/:app_id{[1-9][0-9]{0,8}}/:version{[0-9]{1,15}}', async (c) => {
    const { app_id, version } = c.req.param()
    const logo = await findLogo({ app_id: Number(app_id), version: Number(version) })
    return answer(c, logo)
  })
  app.get('/app-screenshots/:app_id{[1-9][0-9]{0,8}}/:key{[A-Za-z0-9_-]{1,64}}', async (c) => {
    const { app_id, key } = c.req.param()
    return answer(c, await findScreenshot({ app_id: Number(app_id), key }))
  })
}

function answer(c: Context, picture: { media_type: string; bytes: Uint8Array } | null) {
  if (!picture) return c.text('Not Found', 404, { ...SAFE, 'Cache-Control': 'no-store' })
  return c.body(new Uint8Array(picture.bytes), 200, {
    ...SAFE,
    'Content-Type': picture.media_type,
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
}

const SAFE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-site',
}
