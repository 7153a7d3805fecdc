import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Snippet } from './snippet'

export const metadata: Metadata = { title: 'Snippet' }

export default async function SnippetPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^\d{1,9}$/.test(id)) notFound()
  return <Snippet id={Number(id)} />
}
