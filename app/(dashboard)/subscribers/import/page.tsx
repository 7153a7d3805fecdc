import type { Metadata } from 'next'
import { PageData, type SearchPage } from '../../page-data'
import { Imports } from './imports'
import { importsAddress, recentImportsQuery } from './queries'

export const metadata: Metadata = { title: 'Import subscribers' }

export default async function ImportsPage({ searchParams }: SearchPage) {
  const { after } = await importsAddress(searchParams)
  return (
    <PageData queries={({ trpc }) => [recentImportsQuery(trpc, after)]}>
      <Imports />
    </PageData>
  )
}
