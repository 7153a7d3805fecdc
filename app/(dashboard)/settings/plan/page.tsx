import type { Metadata } from 'next'
import { RestrictedPage } from '@/components/role'
import { PlanPage } from './plan'

export const metadata: Metadata = { title: 'Plan' }

export default function SettingsPlanPage() {
  return (
    <RestrictedPage atLeast="admin">
      <PlanPage />
    </RestrictedPage>
  )
}
