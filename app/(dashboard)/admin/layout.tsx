import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { pageContext } from '@/server/auth/page.ts'

/** For administrators of this instance. Everyone else gets a 404. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { user } = await pageContext()
  if (!user?.is_admin) notFound()
  return children
}
