import { CONFIRM_IDENTITY, isRecent, VIEW_IS_READ_ONLY } from '@/server/auth/assurance.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { signInPath } from '@/server/auth/page.ts'
import type { Ctx } from '@/server/core/context.ts'
import { html } from '@/server/lib/page/html.ts'
import { pageHeaders, publicPage } from '@/server/lib/page/public-page.ts'
import { exportAuditLog } from '@/server/modules/admin/audit/export.ts'
import { AuditFilter } from '@/server/modules/admin/audit-schema.ts'
import { administratorCtx } from '@/server/trpc/administrator.ts'

const PAGE = '/admin/audit'
const HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="audit-log.csv"`,
  'Cache-Control': 'private, no-store',
}

/** The audit log as CSV. The browser takes each page when it has taken the last one. */
export async function GET(request: Request): Promise<Response> {
  const asked = await admitted(request)
  if (asked instanceof Response) return asked
  const lines = exportAuditLog(asked.ctx, asked.filter)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void lines.return(undefined),
  })
  return new Response(body, { headers: HEADERS })
}

/** Whether the file would be there, so the dashboard can ask who is there first. Exports and records nothing. */
export async function HEAD(request: Request): Promise<Response> {
  const asked = await admitted(request)
  if (asked instanceof Response) return new Response(null, asked)
  return new Response(null, { headers: HEADERS })
}

/** What an administrator asks for who may have it now, or the refusal. */
async function admitted(request: Request): Promise<Response | { ctx: Ctx; filter: AuditFilter }> {
  const context = await dashboardContext(request)
  const ctx = administratorCtx(context)
  if (!ctx) return missing(request)
  if (context.view) return Response.json({ errors: [VIEW_IS_READ_ONLY] }, { status: 403 })
  if (!isRecent(context.user?.confirmed_at, ctx.now())) return unconfirmed(request)
  const filter = AuditFilter.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.success)
    return Response.json({ errors: filter.error.issues.map(({ message }) => message) }, { status: 422 })
  return { ctx, filter: filter.data }
}

const isPageOf = (request: Request): boolean => request.headers.get('sec-fetch-dest') === 'document'

/** Not there for everyone else. A browser that opened the link shows a page, where an administrator whose session ended signs in. */
function missing(request: Request): Response {
  if (!isPageOf(request)) return Response.json({ errors: ['Not Found'] }, { status: 404 })
  const title = 'Page not found'
  const body = html`<h1>${title}</h1><p>It may have moved, or you may need to <a href="${signInPath(PAGE)}">sign in</a> to see it.</p>`
  return new Response(publicPage({ title, body, links: [] }), { status: 404, headers: pageHeaders() })
}

/** The sign-in is too old. The dashboard asks who is there; a browser that opened the link is led there. */
function unconfirmed(request: Request): Response {
  if (!isPageOf(request)) return Response.json({ errors: [CONFIRM_IDENTITY] }, { status: 428 })
  const title = 'Confirm that it’s you'
  const body = html`<h1>${title}</h1><p>This file needs a recent sign-in. Open the <a href="${PAGE}">audit log</a> and export it there.</p>`
  return new Response(publicPage({ title, body, links: [] }), { status: 428, headers: pageHeaders() })
}
