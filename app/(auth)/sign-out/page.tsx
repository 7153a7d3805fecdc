import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'
import { SignOut } from './sign-out'

export const metadata: Metadata = { title: 'Sign out' }

/** Replaces next-auth’s sign-out page. */
export default async function SignOutPage() {
  const { user } = await pageContext()
  if (!user) redirect('/login')
  return <SignOut email_address={user.email} />
}
