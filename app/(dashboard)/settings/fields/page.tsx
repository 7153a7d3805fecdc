import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { Fields } from './fields'
import { fieldListQuery } from './queries'

export const metadata: Metadata = { title: 'Custom fields' }

const address = createLoader(CURSOR)

export default async function FieldsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [fieldListQuery(trpc, cursorOf(given))]}>
      <Fields />
    </PageData>
  )
}
