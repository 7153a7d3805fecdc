import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../page-data'
import { SNIPPET_FILTERS, snippetListQuery } from './queries'
import { SnippetList } from './snippet-list'

export const metadata: Metadata = { title: 'Snippets' }

const address = createLoader({ ...CURSOR, ...SNIPPET_FILTERS })

export default async function SnippetsPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [snippetListQuery(trpc, given, cursorOf(given))]}>
      <SnippetList />
    </PageData>
  )
}
