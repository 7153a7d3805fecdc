import { notFound } from 'next/navigation'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { lacksAdminTwoFactor } from '@/server/auth/assurance.ts'
import { pageContext } from '@/server/auth/page.ts'
import { instanceSettings } from '@/server/core/instance/settings.ts'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { InstanceSettingsPage } from './instance-settings'
import { invitationsQuery } from './queries'

export const generateMetadata = titled('Instance settings')

const address = createLoader(CURSOR)

export default async function AdminSettingsPage({ searchParams }: SearchPage) {
  // The layout refuses other users, but the browser would still receive this page's output.
  const { user } = await pageContext()
  if (!user?.is_admin || lacksAdminTwoFactor(user)) notFound()
  const cursor = cursorOf(await address(searchParams))
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.admin.overview.queryOptions(),
        trpc.admin.settings.environment.queryOptions(),
        trpc.admin.plans.list.queryOptions(),
        invitationsQuery(trpc, cursor),
      ]}
    >
      <InstanceSettingsPage initial={await instanceSettings()} />
    </PageData>
  )
}
