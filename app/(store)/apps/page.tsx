import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { PageData, type SearchPage } from '@/app/(dashboard)/page-data'
import { AppStore } from './app-store'
import { STORE_FILTERS, storeQuery } from './queries'

export const metadata: Metadata = { title: 'Apps' }

const address = createLoader(STORE_FILTERS)

export default async function AppStorePage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [storeQuery(trpc, given)]}>
      <AppStore />
    </PageData>
  )
}
