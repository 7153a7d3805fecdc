import { Hono } from 'hono'
import { downloadAccountList } from '../files/account-list.ts'
import { downloadAuditLog } from '../files/audit-log.ts'
import { downloadExport } from '../files/export-file.ts'
import { uploadFormFile } from '../files/form-file.ts'
import { addImage } from '../files/image.ts'
import { appendChunk } from '../files/import-chunk.ts'
import { downloadImportResult } from '../files/import-result.ts'
import { downloadSubscriberCopy } from '../files/subscriber-copy.ts'

/**
 * Uploads and downloads of the dashboard. They share a route, because Next gives each route its own copy of the `server/` code that it
 * uses.
 */
const files = new Hono()
  .basePath('/api')
  .get('/admin/accounts', ({ req }) => downloadAccountList(req.raw))
  .get('/admin/audit', ({ req }) => downloadAuditLog(req.raw))
  .get('/exports/:id/file', ({ req }) => downloadExport(req.raw, req.param()))
  .post('/form-files', ({ req }) => uploadFormFile(req.raw))
  .post('/imports/:id/chunks', ({ req }) => appendChunk(req.raw, req.param()))
  .get('/imports/:id/result', ({ req }) => downloadImportResult(req.raw, req.param()))
  .post('/media', ({ req }) => addImage(req.raw))
  .get('/subscribers/:id/copy', ({ req }) => downloadSubscriberCopy(req.raw, req.param()))
  .notFound(() => Response.json({ errors: ['Not Found'] }, { status: 404 }))
  // Next logs the error.
  .onError((error) => {
    throw error
  })

const answer = (request: Request): Response | Promise<Response> => files.fetch(request)

export { answer as GET, answer as HEAD, answer as POST }
