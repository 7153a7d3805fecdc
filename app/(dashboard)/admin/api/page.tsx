import { createLoader } from 'nuqs/server'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { ApiTraffic } from './api-traffic'
import { API_FILTERS, apiUseQuery } from './queries'

export const generateMetadata = titled('API traffic')

const address = createLoader(API_FILTERS)

export default async function ApiPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [apiUseQuery(trpc, given)]}>
      <ApiTraffic />
    </PageData>
  )
}
