import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { EmptyState } from '@/components/empty-state'
import { PageName } from '@/components/page-name'
import { StandalonePage } from '@/components/standalone-page'
import { signedIn } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { type Query, single } from '../../(auth)/apps/query'
import { ConsentForm } from './consent-form'

export const metadata: Metadata = { title: 'Connect app', referrer: 'same-origin', robots: { index: false } }

/** The consent page of GET /v4/oauth/authorize: the requested access, with buttons to allow or deny it. */
export default async function ConsentPage({ searchParams }: { searchParams: Promise<Query> }) {
  const request = single((await searchParams).request) ?? ''
  const path = `/oauth/consent?${new URLSearchParams({ request })}`
  await signedIn(path)
  const consent = await (await pageCaller()).oauth.consent({ request })
  if ('refusal' in consent) {
    return (
      <StandalonePage>
        <EmptyState as="h1" illustration="lost" title="This app can’t be connected" description={consent.refusal} />
      </StandalonePage>
    )
  }
  if (consent.accounts.length === 0) redirect(`/welcome?${new URLSearchParams({ next: path })}`)
  return (
    <StandalonePage>
      <PageName name={consent.app.name} />
      <ConsentForm consent={consent} request={request} />
    </StandalonePage>
  )
}
