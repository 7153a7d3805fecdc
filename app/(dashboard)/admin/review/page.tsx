import { createLoader } from 'nuqs/server'
import { CURSOR, cursorOf } from '@/components/list/cursor'
import { PageData, type SearchPage } from '../../page-data'
import { titled } from '../titled'
import { REVIEW_FILTERS, reviewListQuery } from './queries'
import { ReviewQueue } from './review-queue'

export const generateMetadata = titled('Reviews')

const address = createLoader({ ...REVIEW_FILTERS, ...CURSOR })

export default async function ReviewPage({ searchParams }: SearchPage) {
  const given = await address(searchParams)
  return (
    <PageData queries={({ trpc }) => [reviewListQuery(trpc, given, cursorOf(given))]}>
      <ReviewQueue />
    </PageData>
  )
}
