import { VIEW_IS_READ_ONLY } from '@/server/auth/assurance.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { signInPath } from '@/server/auth/page.ts'
import { html } from '@/server/lib/page/html.ts'
import { pageHeaders, publicPage } from '@/server/lib/page/public-page.ts'
import { exportAuditLog } from '@/server/modules/admin/audit/export.ts'
import { AuditFilter } from '@/server/modules/admin/audit-schema.ts'
import { administratorCtx } from '@/server/trpc/administrator.ts'

/** The audit log as CSV. The browser takes each page when it has taken the last one. */
export async function GET(request: Request): Promise<Response> {
  const context = await dashboardContext(request)
  const ctx = administratorCtx(context)
  if (!ctx) return missing(request)
  if (context.view) return Response.json({ errors: [VIEW_IS_READ_ONLY] }, { status: 403 })
  const filter = AuditFilter.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.success)
    return Response.json({ errors: filter.error.issues.map(({ message }) => message) }, { status: 422 })
  const lines = exportAuditLog(ctx, filter.data)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void lines.return(undefined),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="audit-log.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Not there for everyone else. A browser that opened the link shows a page, where an administrator whose session ended signs in. */
function missing(request: Request): Response {
  if (request.headers.get('sec-fetch-dest') !== 'document')
    return Response.json({ errors: ['Not Found'] }, { status: 404 })
  const title = 'Page not found'
  const body = html`<h1>${title}</h1><p>It may have moved, or you may need to <a href="${signInPath('/admin/audit')}">sign in</a> to see it.</p>`
  return new Response(publicPage({ title, body, links: [] }), { status: 404, headers: pageHeaders() })
}
