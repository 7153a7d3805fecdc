import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EmailReport } from './email-report'

export const metadata: Metadata = { title: 'Report of a sequence email' }

export default async function SequenceEmailReport({ params }: { params: Promise<{ id: string; email_id: string }> }) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  return <EmailReport sequence_id={Number(id)} id={Number(email_id)} />
}
