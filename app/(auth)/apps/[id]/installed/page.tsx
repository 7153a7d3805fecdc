import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { AppLogo } from '@/components/apps/app-logo'
import { AuthHeading } from '@/components/auth/auth-heading'
import { CircleCheckIcon } from '@/components/generated/icons'
import { PageName } from '@/components/page-name'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { pageContext, signedIn } from '@/server/auth/page.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { appId } from '../../query'

export const metadata: Metadata = { title: 'App installed' }

/** The end of an installation, after the app sent the creator back (contract 10.2.6 and 10.2.7). */
export default async function InstalledPage({ params }: { params: Promise<{ id: string }> }) {
  const app_id = appId((await params).id)
  const { is_admin } = await signedIn(`/apps/${app_id}/installed`)
  const caller = await pageCaller()
  const outcome = await caller.installs.finish({ app_id })
  if (outcome.state === 'return') redirect(outcome.url)
  const { app } = outcome
  if (outcome.state !== 'installed') {
    return (
      <>
        <AppLogo src={app.logo_url} className="mb-5 size-14 rounded-2xl shadow-xs" />
        <AuthHeading title={`${app.name} is not installed`}>
          {outcome.state === 'unfinished'
            ? 'The app sent you back before you granted it access.'
            : 'The installation was not started in this browser, or the app was uninstalled.'}
        </AuthHeading>
        <LinkButton size="lg" href={`/apps/${app_id}/install`}>
          Install {app.name}
        </LinkButton>
      </>
    )
  }
  const { after_install_url, settings_url } = outcome
  const next = after_install_url ?? settings_url
  const { account } = await pageContext()
  const tests = is_admin && account ? await caller.admin.reviews.testsIn({ account_id: account.account_id }) : []
  const is_test = tests.some(({ kind, id }) => kind === 'app' && id === app_id)
  const has_templates = account ? (await caller.automation_templates.list({ app_id })).total > 0 : false
  return (
    <>
      <span className="mb-5 grid size-12 place-items-center rounded-2xl bg-success-soft text-success-ink">
        <CircleCheckIcon aria-hidden className="size-6" />
      </span>
      <PageName name={app.name} />
      <AuthHeading title={`${app.name} is installed`}>
        {next ? `Finish the setup on the app’s site.` : 'It is ready to use.'}
      </AuthHeading>
      <div className="grid gap-3">
        {next ? (
          <Button asChild size="lg">
            <a href={next}>Continue on {new URL(next).host}</a>
          </Button>
        ) : null}
        {has_templates ? (
          <LinkButton variant="outline" size="lg" href={`/apps/${app_id}`}>
            View automation templates
          </LinkButton>
        ) : null}
        {is_test ? (
          <LinkButton variant="outline" size="lg" href={`/admin/review/apps/${app_id}`}>
            Back to the review
          </LinkButton>
        ) : null}
        <LinkButton variant={next ? 'outline' : 'primary'} size="lg" href="/settings/apps">
          View installed apps
        </LinkButton>
      </div>
    </>
  )
}
