import type { Metadata } from 'next'
import { Page } from '@/components/page-header'
import { RestrictedPage } from '@/components/role'
import { PageData } from '../../page-data'
import { OwnApps } from './own-apps'

export const metadata: Metadata = { title: 'Your apps' }

export default function DevelopPage() {
  return (
    <Page>
      <RestrictedPage atLeast="admin">
        <PageData queries={({ trpc, hasRole }) => (hasRole('admin') ? [trpc.apps.develop.list.queryOptions()] : [])}>
          <OwnApps />
        </PageData>
      </RestrictedPage>
    </Page>
  )
}
