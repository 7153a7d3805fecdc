import { notFound } from 'next/navigation'
import { ById } from '@/server/modules/apps/schema.ts'
import { titled } from '../../../titled'
import { TemplateReviewPage } from './template-review'

export const generateMetadata = titled('Template review')

export default async function AdminTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return <TemplateReviewPage id={input.data.id} />
}
