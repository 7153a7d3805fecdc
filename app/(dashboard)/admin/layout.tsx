import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { pageContext } from '@/server/auth/page.ts'

/** For whoever runs the instance; to everybody else it is not here. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { user } = await pageContext()
  if (!user?.is_admin) notFound()
  return children
}
