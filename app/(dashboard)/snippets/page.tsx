import type { Metadata } from 'next'
import { listPage } from '../page-data'
import { SNIPPET_FILTERS, snippetListQuery } from './queries'
import { SnippetList } from './snippet-list'

export const metadata: Metadata = { title: 'Snippets' }

export default listPage(SnippetList, SNIPPET_FILTERS, ({ trpc }, given, cursor) => [
  snippetListQuery(trpc, given, cursor),
])
