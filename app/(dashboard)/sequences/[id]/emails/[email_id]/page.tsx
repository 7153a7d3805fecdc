import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EmailPage } from './email-page'

export const metadata: Metadata = { title: 'Sequence email' }

export default async function SequenceEmailPage({ params }: { params: Promise<{ id: string; email_id: string }> }) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  return <EmailPage sequence_id={Number(id)} id={Number(email_id)} />
}
