import type { Metadata } from 'next'
import { pageContext } from '@/server/auth/page.ts'

/** Returns `generateMetadata` for an administration page. For other users, neither the page nor its title exists. */
export const titled = (title: string) => async (): Promise<Metadata> => {
  const { user } = await pageContext()
  return { title: user?.is_admin ? title : 'Not found' }
}
