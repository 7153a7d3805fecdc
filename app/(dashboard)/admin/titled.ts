import type { Metadata } from 'next'
import { pageContext } from '@/server/auth/page.ts'

/** Returns the `generateMetadata` of a page of administrators. For everyone else the page does not exist, and neither does its title. */
export const titled = (title: string) => async (): Promise<Metadata> => {
  const { user } = await pageContext()
  return { title: user?.is_admin ? title : 'Not found' }
}
