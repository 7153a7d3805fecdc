import type { Metadata } from 'next'
import { pageContext, signedIn } from '@/server/auth/page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { NewAccount } from './new-account'

export const metadata: Metadata = { title: 'New account' }

/** Creates a user's first account, or another one. */
export default async function WelcomePage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = localPath((await searchParams).next)
  const user = await signedIn(`/welcome?${new URLSearchParams({ next })}`)
  const { account } = await pageContext()
  return <NewAccount email_address={user.email} is_first={!account} next={next} />
}
