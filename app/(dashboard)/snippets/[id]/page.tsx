import type { Metadata } from 'next'
import { fieldTagsQuery, pluginsQuery, snippetTagsQuery } from '@/components/email-editor/queries'
import { recordPage } from '../../page-data'
import { Snippet } from './snippet'

export const metadata: Metadata = { title: 'Snippet' }

export default recordPage(Snippet, ({ trpc }, id) => [
  trpc.snippets.get.queryOptions({ id }),
  trpc.snippets.uses.queryOptions({ id }),
  snippetTagsQuery(trpc),
  fieldTagsQuery(trpc, true),
  pluginsQuery(trpc),
])
