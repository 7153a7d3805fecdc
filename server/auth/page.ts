import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Ctx } from '../core/context.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { loadedServer } from './loaded-server.ts'

/** Returns the caller's context in server components. Loaded once per request, however many components need it. */
export const pageContext = cache(
  async (): Promise<DashboardContext> => (await loadedServer()).dashboardContext({ headers: await headers() }),
)

/**
 * Returns the signed-in user. Redirects others to the sign-in page and back to `path`, and users who have not added a required second factor to
 * the page for adding one.
 */
export async function signedIn(path = '/'): Promise<NonNullable<DashboardContext['user']>> {
  const { user } = await pageContext()
  if (user?.blocked_by) redirect(setUpPath(path))
  return user ?? redirect(signInPath(path))
}

/** Returns the sign-in page that leads back to `path`. */
export const signInPath = (path: string): string =>
  path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`

/** Returns the page that adds a second factor and then leads to `path`. */
export const setUpPath = (path: string): string => `/set-up-two-factor?next=${encodeURIComponent(path)}`

/** Returns the context of the open account. Redirects users without one to create an account. */
export async function openAccount(path = '/'): Promise<Ctx> {
  await signedIn(path)
  const { account } = await pageContext()
  return account ?? redirect('/welcome')
}
