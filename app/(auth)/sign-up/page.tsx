import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'
import { providerNames } from '@/server/auth/providers.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { SignUp } from './sign-up'

export const metadata: Metadata = { title: 'Create account' }

export default async function SignUpPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = localPath((await searchParams).next)
  const { user } = await pageContext()
  if (user) redirect(next)
  return <SignUp providers={providerNames()} next={next} />
}
