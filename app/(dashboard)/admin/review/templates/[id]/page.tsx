import { notFound } from 'next/navigation'
import { ById } from '@/server/modules/apps/schema.ts'
import { PageData } from '../../../../page-data'
import { titled } from '../../../titled'
import { claimQuery, entriesQuery } from '../../queries'
import { TemplateReviewPage } from './template-review'

export const generateMetadata = titled('Template review')

export default async function AdminTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.automation_templates.review.get.queryOptions(input.data),
        trpc.automation_templates.review.tests.queryOptions(input.data),
        claimQuery(trpc, { kind: 'template', id: input.data.id }),
        entriesQuery(trpc, { kind: 'template', id: input.data.id }),
      ]}
    >
      <TemplateReviewPage id={input.data.id} />
    </PageData>
  )
}
