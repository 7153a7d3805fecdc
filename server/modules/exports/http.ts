import type { OpenAPIHono } from '@hono/zod-openapi'
import { clock } from '../../core/clock.ts'
import { systemCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { answerFile } from './download.ts'
import { readDownload } from './tokens.ts'

/** Serves files of exports at signed addresses (contract 21.5). */
export function exportRoutes(app: OpenAPIHono): void {
  app.get('/exports/:token', (c) => {
    const file = readDownload(c.req.param('token'), clock.now())
    if (!file) throw notFound('This link has expired. Request a new one')
    return answerFile(systemCtx(file.account_id), c.req.raw, file)
  })
}
