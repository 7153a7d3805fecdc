import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { fieldTagsQuery, pluginsQuery, snippetTagsQuery } from '@/components/email-editor/queries'
import { PageData } from '../../page-data'
import { Snippet } from './snippet'

export const metadata: Metadata = { title: 'Snippet' }

export default async function SnippetPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.snippets.get.queryOptions({ id: Number(id) }),
        trpc.snippets.uses.queryOptions({ id: Number(id) }),
        snippetTagsQuery(trpc),
        fieldTagsQuery(trpc, true),
        pluginsQuery(trpc),
      ]}
    >
      <Snippet id={Number(id)} />
    </PageData>
  )
}
