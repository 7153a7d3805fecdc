import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AuthHeading } from '@/components/auth/auth-heading'
import { UnplugIcon } from '@/components/generated/icons'
import { LinkButton } from '@/components/ui/link-button'
import { pageContext } from '@/server/auth/page.ts'
import type { PartnerOutcome } from '@/server/modules/installs/schema.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { type Query, single } from '../query'

// The URL contains a code, which must not leak in a referrer.
export const metadata: Metadata = { title: 'Install app', referrer: 'no-referrer' }

/** The return page of the app’s own sign-in (contract 10.3). */
export default async function PartnerAnswerPage({ searchParams }: { searchParams: Promise<Query> }) {
  const outcome = await answer(await searchParams)
  if ('url' in outcome) redirect(outcome.url)
  const app = 'app' in outcome ? outcome.app : undefined
  return (
    <>
      <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-warning-soft text-warning-ink">
        <UnplugIcon aria-hidden className="size-6" />
      </span>
      <AuthHeading title={app ? `${app.name} is not connected` : 'This sign-in has expired'}>
        {outcome.problem === 'refused'
          ? 'The app did not sign you in, so nothing was installed.'
          : outcome.problem === 'unreachable'
            ? 'The app’s server did not respond correctly. Nothing was installed. Try again later.'
            : 'It was already used, it took too long, or it was started in another browser. Start the installation again.'}
      </AuthHeading>
      <LinkButton size="lg" href={app ? `/apps/${app.id}/install` : '/apps'}>
        {app ? 'Try again' : 'Go to the app store'}
      </LinkButton>
    </>
  )
}

async function answer({ state, code, error }: Query): Promise<PartnerOutcome> {
  const { user } = await pageContext()
  const once = single(state)
  const repeated = Array.isArray(code) || Array.isArray(error)
  if (!user || user.blocked_by || !once || repeated) return { problem: 'stale' }
  return (await pageCaller()).installs.takePartnerAnswer({ state: once, code: single(code), error: single(error) })
}
