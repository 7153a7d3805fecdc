import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { SUPPRESSION_FILTERS, suppressionQuery } from './queries'
import { SuppressionList } from './suppression-list'

export const metadata: Metadata = { title: 'Suppression list' }

const address = createLoader({ ...SUPPRESSION_FILTERS, ...CURSOR })

export default async function SuppressionPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [suppressionQuery(trpc, given, cursorOf(given))]}>
      <SuppressionList />
    </PageData>
  )
}
