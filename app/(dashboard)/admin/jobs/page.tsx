import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { JobsPage } from './jobs-page'
import { jobListQuery, jobsAddress, runsQuery } from './queries'

export const generateMetadata = titled('Background jobs')

export default async function BackgroundJobsPage({ searchParams }: SearchPage) {
  const address = await jobsAddress(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [
        jobListQuery(trpc),
        trpc.admin.overview.queryOptions(),
        ...(address.view === 'runs' ? [runsQuery(trpc, address)] : []),
      ]}
    >
      <JobsPage />
    </PageData>
  )
}
