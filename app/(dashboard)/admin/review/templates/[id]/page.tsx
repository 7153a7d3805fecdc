import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ById } from '@/server/modules/apps/schema.ts'
import { TemplateReviewPage } from './template-review'

export const metadata: Metadata = { title: 'Template review' }

export default async function AdminTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return <TemplateReviewPage id={input.data.id} />
}
