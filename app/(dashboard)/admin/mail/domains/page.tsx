import { createLoader } from 'nuqs/server'
import { PageData, type SearchPage } from '../../../page-data'
import { titled } from '../../titled'
import { DomainResults } from './domain-results'
import { RECEIVER_FILTERS, receiversQuery } from './queries'

export const generateMetadata = titled('Results by domain')

const address = createLoader(RECEIVER_FILTERS)

export default async function DomainsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [receiversQuery(trpc, given)]}>
      <DomainResults />
    </PageData>
  )
}
