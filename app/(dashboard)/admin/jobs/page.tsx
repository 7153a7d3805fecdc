import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { JobsPage } from './jobs-page'
import { jobListQuery, jobsAddress, runsQuery } from './queries'

export const generateMetadata = titled('Background jobs')

export default async function BackgroundJobsPage({ searchParams }: SearchPage) {
  const given = await jobsAddress(searchParams)
  return (
    <PageData
      queries={({ trpc }) => [
        jobListQuery(trpc),
        trpc.admin.overview.queryOptions(),
        ...(given.view === 'runs' ? [runsQuery(trpc, given)] : []),
      ]}
    >
      <JobsPage />
    </PageData>
  )
}
