import type { Metadata } from 'next'
import { JobsPage } from './jobs-page'

export const metadata: Metadata = { title: 'Background jobs' }

export default function BackgroundJobsPage() {
  return <JobsPage />
}
