import type { Metadata } from 'next'
import { planLimitQuery } from '@/components/page-queries'
import { RestrictedPage } from '@/components/role'
import { PageData } from '../../page-data'
import { PlanPage } from './plan'

export const metadata: Metadata = { title: 'Plan' }

export default function SettingsPlanPage() {
  return (
    <RestrictedPage atLeast="admin" title="Plan">
      <PageData queries={({ trpc, hasRole }) => (hasRole('admin') ? [planLimitQuery(trpc, true)] : [])}>
        <PlanPage />
      </PageData>
    </RestrictedPage>
  )
}
