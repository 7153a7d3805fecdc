import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { pageContext, setUpPath } from '@/server/auth/page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'

/** For administrators of this instance, who may have to add a second factor first. Everyone else gets a 404. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { user } = await pageContext()
  if (!user?.is_admin) notFound()
  if (lacksAdminTwoFactor(user)) redirect(setUpPath(localPath((await headers()).get('x-path'))))
  return children
}
