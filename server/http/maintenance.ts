import type { IncomingMessage, ServerResponse } from 'node:http'
import { dashboardContext } from '../auth/dashboard-context.ts'
import { instanceSettings, latestInstanceSettings } from '../core/instance/settings.ts'
import { MAINTENANCE_RETRY_SECONDS, maintenanceText } from '../core/instance/settings-schema.ts'
import { UNAVAILABLE_HEADERS, unavailablePage, wantsPage } from '../lib/page/unavailable-page.ts'

/** Paths open during maintenance: signing in, so administrators can work, files of pages, and calls with their own check. */
const OPEN = [
  '/_next',
  '/icon.svg',
  '/login',
  '/sign-out',
  '/forgot-password',
  '/reset-password',
  '/api/auth',
  '/api/trpc',
  '/api/texts',
]

const isOpen = (url: string) =>
  OPEN.some((path) => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`))

/** Returns whether maintenance may refuse a request for a page. Without maintenance, this needs no query. */
export const mayBeRefused = (request: IncomingMessage): boolean =>
  latestInstanceSettings().maintenance && !isOpen(request.url ?? '')

/** Responds 503 with the administrators' message, unless an administrator asks. Returns whether it responded. */
export async function answerMaintenance(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const settings = await instanceSettings()
  if (!settings.maintenance) return false
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value) headers.set(name, [value].flat().join(', '))
  const { user } = await dashboardContext({ headers })
  if (user?.is_admin) return false
  const text = maintenanceText(settings)
  const isPage = wantsPage(request.headers.accept)
  response.writeHead(503, {
    ...(isPage ? UNAVAILABLE_HEADERS : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Retry-After': String(MAINTENANCE_RETRY_SECONDS),
  })
  const body = isPage ? unavailablePage({ heading: 'Under maintenance', text }) : JSON.stringify({ errors: [text] })
  response.end(request.method === 'HEAD' ? '' : body)
  return true
}
