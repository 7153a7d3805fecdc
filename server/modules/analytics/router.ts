import { member, router, verb } from '../../trpc/init.ts'
import { ReportRange } from './report-schema.ts'
import { getCohorts } from './reports/cohorts.ts'
import { getContent } from './reports/content.ts'
import { getDeliverability, getEngagement } from './reports/engagement.ts'
import { getGrowth } from './reports/growth.ts'
import { getRevenue } from './reports/revenue.ts'
import { Range } from './schema.ts'
import { getOverview } from './service.ts'

const viewer = member('viewer')

export const analyticsRouter = router({
  overview: viewer.input(Range).query(verb(getOverview)),
  growth: viewer.input(ReportRange).query(verb(getGrowth)),
  engagement: viewer.input(ReportRange).query(verb(getEngagement)),
  cohorts: viewer.query(verb(getCohorts)),
  deliverability: viewer.input(ReportRange).query(verb(getDeliverability)),
  content: viewer.input(ReportRange).query(verb(getContent)),
  revenue: viewer.input(ReportRange).query(verb(getRevenue)),
})
