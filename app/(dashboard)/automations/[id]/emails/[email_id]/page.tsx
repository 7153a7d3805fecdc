import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EmailReport } from './email-report'

export const metadata: Metadata = { title: 'Report of an automation email' }

export default async function AutomationEmailReport({ params }: { params: Promise<{ id: string; email_id: string }> }) {
  const { id, email_id } = await params
  if (![id, email_id].every((text) => /^\d{1,9}$/.test(text))) notFound()
  return <EmailReport automation_id={Number(id)} id={Number(email_id)} />
}
