import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { editorQueries } from '@/components/email-editor/queries'
import { templatesQuery } from '@/components/page-queries'
import { PageData } from '../../../../page-data'
import { EmailPage } from './email-page'

export const metadata: Metadata = { title: 'Sequence email' }

export default async function SequenceEmailPage({ params }: { params: Promise<{ id: string; email_id: string }> }) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.sequences.email.queryOptions({ sequence_id: Number(id), id: Number(email_id) }),
        templatesQuery(trpc),
        ...editorQueries(trpc, { kind: 'sequence_email', item_id: Number(email_id) }),
      ]}
    >
      <EmailPage sequence_id={Number(id)} id={Number(email_id)} />
    </PageData>
  )
}
