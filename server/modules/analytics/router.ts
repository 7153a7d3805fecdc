import { member, router, verb } from '../../trpc/init.ts'
import { Range } from './schema.ts'
import { getOverview } from './service.ts'

export const analyticsRouter = router({
  overview: member('viewer').input(Range).query(verb(getOverview)),
})
