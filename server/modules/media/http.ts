import type { OpenAPIHono } from '@hono/zod-openapi'
import { rootLogger } from '../../core/log.ts'
import { fileStore } from './files/store.ts'

/**
 * Serves images to everyone with the URL, without the database: files never change, and their names cannot be guessed. Files of any store
 * are served by this server, so the bucket can be private and the response is the same.
 */
export function mediaRoutes(app: OpenAPIHono): void {
  app.get('/media/:key{[A-Za-z0-9_-]{22}}/:file{[1-9][0-9]{0,3}\\.(?:jpg|png|gif|webp)}', async (c) => {
    const { key, file } = c.req.param()
    const etag = `"${key}-${file}"`
    const cached_headers = { ...SAFE, ETag: etag, 'Cache-Control': 'public, max-age=31536000, immutable' }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, cached_headers)
    const stored_file = await fileStore()
      .get(key, file)
      .catch((error: Error) => {
        rootLogger().error({ message: error.message }, 'picture not read')
        return 'away' as const
      })
    if (stored_file === 'away')
      return c.text('Try again later', 503, { ...SAFE, 'Retry-After': '30', 'Cache-Control': 'no-store' })
    // Cached only briefly, because the file may still be arriving from another machine.
    if (!stored_file) return c.text('Not Found', 404, { ...SAFE, 'Cache-Control': 'public, max-age=10' })
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    return c.body(stored_file.body, 200, {
      ...cached_headers,
      'Content-Type': type,
      ...(stored_file.bytes > 0 && { 'Content-Length': String(stored_file.bytes) }),
    })
  })
}

const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' }

/** Files opened directly cannot run code, and pages and webmail of any origin can show them. */
const SAFE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}
