import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { PageData } from '@/app/(dashboard)/page-data'
import { AppListing } from '@/components/apps/app-listing'
import { AppTemplates } from '@/components/automation-templates/app-templates'
import { CircleCheck, FlaskConical, Settings2 } from '@/components/generated/icons'
import { BackLink, Page } from '@/components/page-header'
import { StatusBadge } from '@/components/status-badge'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { pageContext, signedIn } from '@/server/auth/page.ts'
import { ById, type StoreListing } from '@/server/modules/apps/schema.ts'
import { pageCaller } from '@/server/trpc/caller.ts'
import { isRefusal } from '@/server/trpc/problems.ts'

interface AppPageProps {
  params: Promise<{ id: string }>
}

export async function generateMetadata({ params }: AppPageProps): Promise<Metadata> {
  const app = await findListing((await params).id)
  return { title: app?.name ?? 'App' }
}

export default async function AppPage({ params }: AppPageProps) {
  const { id } = await params
  const app = await findListing(id)
  if (!app) {
    // Private apps look like apps that do not exist.
    await signedIn(`/apps/${encodeURIComponent(id)}`)
    notFound()
  }
  const { account } = await pageContext()
  const caller = await pageCaller()
  const installation = account && (await caller.apps.installation({ app_id: app.id }))
  return (
    <Page>
      <BackLink href="/apps" label="Apps" />
      <AppListing
        app={app}
        actions={
          installation ? (
            <>
              <span className="flex items-center pe-2">
                {installation.is_test ? (
                  <StatusBadge label="Review version test" tone="info" icon={FlaskConical} />
                ) : (
                  <StatusBadge label="Installed" tone="success" icon={CircleCheck} />
                )}
              </span>
              {app.settings_url ? (
                <Button asChild>
                  <a href={app.settings_url} target="_blank" rel="noreferrer noopener">
                    <Settings2 aria-hidden /> Settings of {app.name}
                  </a>
                </Button>
              ) : null}
              <LinkButton variant="outline" href="/settings/apps">
                Installed apps
              </LinkButton>
            </>
          ) : (
            <LinkButton size="lg" href={`/apps/${app.id}/install?service_app_id=service_${app.id}`}>
              Install
            </LinkButton>
          )
        }
        notice={
          app.is_published ? null : (
            <Alert tone="warning" title="No one has reviewed this app">
              It is not in the store. Only accounts that develop or installed it see this page.
            </Alert>
          )
        }
      />
      {account ? (
        <PageData queries={({ trpc }) => [trpc.automation_templates.list.queryOptions({ app_id: app.id })]}>
          <AppTemplates app_id={app.id} />
        </PageData>
      ) : null}
    </Page>
  )
}

/** Cached, because both the title and the page use it. */
const findListing = cache(async (text: string): Promise<StoreListing | null> => {
  const input = ById.safeParse({ id: text })
  if (!input.success) return null
  try {
    return await (await pageCaller()).apps.listing(input.data)
  } catch (error) {
    if (isRefusal(error) && error.code === 'NOT_FOUND') return null
    throw error
  }
})
