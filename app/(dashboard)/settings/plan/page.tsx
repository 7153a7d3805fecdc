import type { Metadata } from 'next'
import { PlanPage } from './plan'

export const metadata: Metadata = { title: 'Plan' }

export default function SettingsPlanPage() {
  return <PlanPage />
}
