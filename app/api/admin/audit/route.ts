import { VIEW_IS_READ_ONLY } from '@/server/auth/assurance.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { exportAuditLog } from '@/server/modules/admin/audit/export.ts'
import { AuditFilter } from '@/server/modules/admin/audit-schema.ts'
import { administratorCtx } from '@/server/trpc/administrator.ts'
import { orSignIn } from '../../member.ts'

/** The audit log as CSV. The browser takes each page when it has taken the last one. */
export async function GET(request: Request): Promise<Response> {
  const context = await dashboardContext(request)
  if (!context.user) return orSignIn(request, '/admin/audit', Response.json({ errors: ['Sign in'] }, { status: 401 }))
  const ctx = administratorCtx(context)
  if (!ctx) return Response.json({ errors: ['Not Found'] }, { status: 404 })
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
