import { titled } from '../titled'
import { JobsPage } from './jobs-page'

export const generateMetadata = titled('Background jobs')

export default function BackgroundJobsPage() {
  return <JobsPage />
}
