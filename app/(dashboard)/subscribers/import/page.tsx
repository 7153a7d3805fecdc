import type { Metadata } from 'next'
import { createLoader, parseAsInteger } from 'nuqs/server'
import { PageData, type SearchPage } from '../../page-data'
import { Imports } from './imports'
import { recentImportsQuery } from './queries'

export const metadata: Metadata = { title: 'Import subscribers' }

const address = createLoader({ after: parseAsInteger })

export default async function ImportsPage({ searchParams }: SearchPage) {
  const { after } = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [recentImportsQuery(trpc, after)]}>
      <Imports />
    </PageData>
  )
}
