import { notFound, redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'

/**
 * Redirects an administration page's former address. Checks the administrator itself, because the layout's 404 would come too late for
 * other users.
 */
export async function moved(to: string): Promise<never> {
  const { user } = await pageContext()
  if (!user?.is_admin) notFound()
  redirect(to)
}
