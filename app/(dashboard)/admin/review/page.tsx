import { listPage } from '../../page-data'
import { titled } from '../titled'
import { REVIEW_FILTERS, reviewListQuery } from './queries'
import { ReviewQueue } from './review-queue'

export const generateMetadata = titled('Reviews')

export default listPage(ReviewQueue, REVIEW_FILTERS, ({ trpc }, given, cursor) => [
  reviewListQuery(trpc, given, cursor),
])
