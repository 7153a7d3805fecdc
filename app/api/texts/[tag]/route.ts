import { findLocale } from '@/server/core/locale/locales.ts'
import { localeScript } from '@/server/core/locale/script.ts'

/** The catalog of a locale as a script, which pages in that locale load before others. */
export async function GET(_: Request, { params }: { params: Promise<{ tag: string }> }): Promise<Response> {
  const locale = findLocale((await params).tag)
  if (!locale?.catalog) return new Response(null, { status: 404 })
  return new Response(localeScript(locale), {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Its address contains a hash of it.
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
