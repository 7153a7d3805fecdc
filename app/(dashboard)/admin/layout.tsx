import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { type Role, RoleProvider } from '@/components/role'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { pageContext, setUpPath } from '@/server/auth/page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'

/** Administrators' permissions do not depend on their role in the open account. */
const ROLE: Role = 'owner'

/**
 * For administrators of this instance, who may have to add a second factor first. Everyone else gets a 404. The surrounding layout does
 * that too, but navigations within the dashboard may skip it.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { user, view } = await pageContext()
  if (!user?.is_admin) notFound()
  if (lacksAdminTwoFactor(user)) redirect(setUpPath(localPath((await headers()).get('x-path'))))
  // While viewing an account, they cannot change anything.
  return view ? children : <RoleProvider role={ROLE}>{children}</RoleProvider>
}
