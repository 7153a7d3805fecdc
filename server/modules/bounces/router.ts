import { administrator, listVerb, router, verb } from '../../trpc/init.ts'
import { getIntakeState } from './intake-state.ts'
import { UnmatchedQuery, UnmatchedRef } from './schema.ts'
import { getReportedMessage, listUnmatchedReports } from './unmatched.ts'

/** Unmatched reports, for administrators of the instance. */
export const unmatchedReportsRouter = router({
  intake: administrator.query(verb((ctx) => getIntakeState(ctx))),
  list: administrator.input(UnmatchedQuery).query(listVerb(listUnmatchedReports)),
  message: administrator.input(UnmatchedRef).query(({ ctx: { account }, input }) => getReportedMessage(account, input)),
})
