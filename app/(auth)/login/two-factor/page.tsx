import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageContext } from '@/server/auth/page.ts'
import { pendingSignIn, secondStepOf } from '@/server/auth/sign-in-page.ts'
import { localPath } from '@/server/lib/net/local-path.ts'
import { SecondStep } from './second-step'

export const metadata: Metadata = { title: 'Two-factor authentication' }

/** The second step of a sign-in. */
export default async function SecondStepPage({ searchParams }: { searchParams: Promise<{ next?: string }> }) {
  const next = localPath((await searchParams).next)
  const [{ user }, pending] = await Promise.all([pageContext(), pendingSignIn()])
  if (user) redirect(next)
  if (!pending) redirect(`/login?next=${encodeURIComponent(next)}`)
  return <SecondStep {...(await secondStepOf(pending))} next={next} />
}
