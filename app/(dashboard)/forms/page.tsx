import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { countedAtQuery } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { FormList } from './form-list'
import { FORM_FILTERS, formListQuery } from './queries'

export const metadata: Metadata = { title: 'Forms' }

const address = createLoader({ ...CURSOR, ...FORM_FILTERS })

export default async function FormsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [formListQuery(trpc, given, cursorOf(given)), countedAtQuery(trpc)]}>
      <FormList />
    </PageData>
  )
}
