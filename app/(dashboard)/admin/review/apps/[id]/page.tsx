import { recordPage } from '../../../../page-data'
import { titled } from '../../../titled'
import { claimQuery, entriesQuery } from '../../queries'
import { AppReview } from './app-review'

export const generateMetadata = titled('App review')

export default recordPage(AppReview, ({ trpc }, id) => [
  trpc.apps.review.get.queryOptions({ id }),
  trpc.automation_templates.review.ofApp.queryOptions({ app_id: id }),
  trpc.admin.reviews.tests.queryOptions({ app_id: id }),
  claimQuery(trpc, { kind: 'app', id }),
  entriesQuery(trpc, { kind: 'app', id }),
])
