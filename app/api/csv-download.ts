import type { z } from 'zod'
import { CONFIRM_IDENTITY, isRecent, VIEW_IS_READ_ONLY } from '@/server/auth/assurance.ts'
import { dashboardContext } from '@/server/auth/dashboard-context.ts'
import { signInPath } from '@/server/auth/page.ts'
import type { Ctx } from '@/server/core/context.ts'
import { html } from '@/server/lib/page/html.ts'
import { pageHeaders, publicPage } from '@/server/lib/page/public-page.ts'
import { administratorCtx } from '@/server/trpc/administrator.ts'

interface Download<Filter> {
  /** The page with the download link, and its name. */
  page: string
  name: string
  file: string
  filter: z.ZodType<Filter>
  lines: (ctx: Ctx, filter: Filter) => AsyncGenerator<Uint8Array>
}

/** Returns a request handler for a CSV file that administrators download from a page. */
export function csvDownload<Filter>(download: Download<Filter>) {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${download.file}"`,
    'Cache-Control': 'private, no-store',
  }
  return async (request: Request): Promise<Response> => {
    const asked = await admitted(request, download)
    // Answers HEAD like GET, but without a file, so the dashboard can ask for a recent sign-in first. Exports and records nothing.
    if (request.method === 'HEAD') return new Response(null, asked instanceof Response ? asked : { headers })
    if (asked instanceof Response) return asked
    const lines = download.lines(asked.ctx, asked.filter)
    const body = new ReadableStream<Uint8Array>({
      // Loads the next part of the file once the browser has received the previous one.
      async pull(controller) {
        const { value, done } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void lines.return(undefined),
    })
    return new Response(body, { headers })
  }
}

/** Returns the context and filter of an administrator who may download now, or the response that refuses. */
async function admitted<Filter>(
  request: Request,
  { filter: schema, ...of }: Download<Filter>,
): Promise<Response | { ctx: Ctx; filter: Filter }> {
  const context = await dashboardContext(request)
  const ctx = administratorCtx(context)
  if (!ctx) return missing(request, of)
  if (context.view) return Response.json({ errors: [VIEW_IS_READ_ONLY] }, { status: 403 })
  if (!isRecent(context.user?.confirmed_at, ctx.now())) return unconfirmed(request, of)
  const filter = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!filter.success)
    return Response.json({ errors: filter.error.issues.map(({ message }) => message) }, { status: 422 })
  return { ctx, filter: filter.data }
}

const isPageOf = (request: Request): boolean => request.headers.get('sec-fetch-dest') === 'document'

/**
 * Responds as if nothing were there. A browser that opened the link gets a page, where an administrator whose session ended can sign in.
 */
function missing(request: Request, { page }: Pick<Download<unknown>, 'page'>): Response {
  if (!isPageOf(request)) return Response.json({ errors: ['Not Found'] }, { status: 404 })
  const title = 'Page not found'
  const body = html`<h1>${title}</h1><p>It may have moved, or you may need to <a href="${signInPath(page)}">sign in</a> to see it.</p>`
  return new Response(publicPage({ title, body, links: [] }), { status: 404, headers: pageHeaders() })
}

/** Responds that the sign-in is too old. The dashboard asks for a confirmation; a browser that opened the link is redirected there. */
function unconfirmed(request: Request, { page, name }: Pick<Download<unknown>, 'page' | 'name'>): Response {
  if (!isPageOf(request)) return Response.json({ errors: [CONFIRM_IDENTITY] }, { status: 428 })
  const title = 'Confirm that it’s you'
  const body = html`<h1>${title}</h1><p>This file needs a recent sign-in. Open the <a href="${page}">${name}</a> and export it there.</p>`
  return new Response(publicPage({ title, body, links: [] }), { status: 428, headers: pageHeaders() })
}
