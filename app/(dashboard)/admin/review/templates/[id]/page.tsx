import { recordPage } from '../../../../page-data'
import { titled } from '../../../titled'
import { claimQuery, entriesQuery } from '../../queries'
import { TemplateReviewPage } from './template-review'

export const generateMetadata = titled('Template review')

export default recordPage(TemplateReviewPage, ({ trpc }, id) => [
  trpc.automation_templates.review.get.queryOptions({ id }),
  trpc.automation_templates.review.tests.queryOptions({ id }),
  claimQuery(trpc, { kind: 'template', id }),
  entriesQuery(trpc, { kind: 'template', id }),
])
