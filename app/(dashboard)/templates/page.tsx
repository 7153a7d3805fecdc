import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { styleQuery } from '@/components/page-queries'
import { PageData, type SearchPage } from '../page-data'
import { templateListQuery } from './queries'
import { TemplateList } from './template-list'

export const metadata: Metadata = { title: 'Templates' }

const address = createLoader({ ...CURSOR })

export default async function TemplatesPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [templateListQuery(trpc, cursorOf(given)), styleQuery(trpc)]}>
      <TemplateList />
    </PageData>
  )
}
