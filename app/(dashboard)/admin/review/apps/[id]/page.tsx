import { notFound } from 'next/navigation'
import { ById } from '@/server/modules/apps/schema.ts'
import { PageData } from '../../../../page-data'
import { titled } from '../../../titled'
import { claimQuery, entriesQuery } from '../../queries'
import { AppReview } from './app-review'

export const generateMetadata = titled('App review')

export default async function AppReviewPage({ params }: { params: Promise<{ id: string }> }) {
  const input = ById.safeParse(await params)
  if (!input.success) notFound()
  return (
    <PageData
      queries={({ trpc }) => [
        trpc.apps.review.get.queryOptions(input.data),
        trpc.automation_templates.review.ofApp.queryOptions({ app_id: input.data.id }),
        trpc.admin.reviews.tests.queryOptions({ app_id: input.data.id }),
        claimQuery(trpc, { kind: 'app', id: input.data.id }),
        entriesQuery(trpc, { kind: 'app', id: input.data.id }),
      ]}
    >
      <AppReview id={input.data.id} />
    </PageData>
  )
}
