import { findLocale } from '@/server/core/locale/locales.ts'
import { localeScript } from '@/server/core/locale/script.ts'

/** Responds with a locale's catalog as a script, which pages in that locale load first. */
export async function GET(_: Request, { params }: { params: Promise<{ tag: string }> }): Promise<Response> {
  const locale = findLocale((await params).tag)
  if (!locale?.catalog) return new Response(null, { status: 404 })
  return new Response(localeScript(locale), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      // The URL contains a hash of the content.
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
