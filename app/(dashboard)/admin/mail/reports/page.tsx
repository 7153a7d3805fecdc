import type { Metadata } from 'next'
import { UnmatchedReports } from './unmatched-reports'

export const metadata: Metadata = { title: 'Unmatched reports' }

export default function ReportsPage() {
  return <UnmatchedReports />
}
