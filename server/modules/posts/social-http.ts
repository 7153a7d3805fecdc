import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError, HTTP_STATUS } from '../../core/errors.ts'
import { socketSource } from '../../core/source.ts'
import {
  findFormPicture,
  findPostPicture,
  findSitePicture,
  openPicture,
  type SharedPicture,
} from './site/shared-pictures.ts'

/** Serves the images for shared links to sites, posts and landing pages. */
export function socialRoutes(app: OpenAPIHono): void {
  app.get(`/og/s/:account_id/${FILE}`, async (c) => serve(c, await findSitePicture(c.req.param('account_id'))))
  app.get(`/og/p/:account_id/:post_id/${FILE}`, async (c) =>
    serve(c, await findPostPicture(c.req.param('account_id'), c.req.param('post_id'))),
  )
  app.get(`/og/f/:uid/${FILE}`, async (c) => serve(c, await findFormPicture(c.req.param('uid'))))
}

const FILE = ':file{[0-9a-f]{32}\\.(?:png|jpg)}'

/**
 * Serves an image, whose URL identifies its content. An outdated URL redirects to the current image, so links shared before a change also
 * have one.
 */
async function serve(c: Context, picture: SharedPicture | undefined) {
  if (!picture) return c.text('Not Found', 404, { ...SAFE, 'Cache-Control': 'public, max-age=60' })
  if (c.req.param('file') !== picture.file) {
    c.header('Cache-Control', 'public, max-age=60')
    return c.redirect(picture.url, 302)
  }
  const image = await openPicture(picture, socketSource(c)).catch((error) => {
    if (error instanceof AppError) return error
    throw error
  })
  if (image instanceof AppError)
    return c.text(image.message, HTTP_STATUS[image.code], {
      ...SAFE,
      'Retry-After': String(image.retry_after ?? 30),
      'Cache-Control': 'no-store',
    })
  return c.body(image, 200, {
    ...SAFE,
    'Content-Type': picture.file.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${picture.file}"`,
  })
}

const SAFE = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
