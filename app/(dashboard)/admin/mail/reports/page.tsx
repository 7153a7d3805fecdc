import { titled } from '../../titled'
import { UnmatchedReports } from './unmatched-reports'

export const generateMetadata = titled('Unmatched reports')

export default function ReportsPage() {
  return <UnmatchedReports />
}
