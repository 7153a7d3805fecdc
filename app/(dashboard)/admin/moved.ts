import { notFound, redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'

/** Leads from a former address of an administrators' page to its new one. The layout's 404 would come too late for everyone else. */
export async function moved(to: string): Promise<never> {
  const { user } = await pageContext()
  if (!user?.is_admin) notFound()
  redirect(to)
}
