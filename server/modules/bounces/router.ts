import { administrator, listVerb, member, router, verb } from '../../trpc/init.ts'
import { getIntakeState } from './intake-state.ts'
import { UnmatchedQuery, UnmatchedRef } from './schema.ts'
import { getReportedMessage, listUnmatchedReports } from './unmatched.ts'
import { decideWave, decideWaveOf, listAllWaves, listWaves } from './waves.ts'
import { AccountWaveDecision, WaveDecision } from './waves-schema.ts'

/** Reports that match nothing, for administrators of the instance. */
export const unmatchedReportsRouter = router({
  intake: administrator.query(verb((ctx) => getIntakeState(ctx))),
  list: administrator.input(UnmatchedQuery).query(listVerb(listUnmatchedReports)),
  message: administrator.input(UnmatchedRef).query(({ ctx: { account }, input }) => getReportedMessage(account, input)),
})

/** Bounces that wait, because too many would follow from reports of one text. */
export const bounceWavesRouter = router({
  list: member('viewer').query(verb((ctx) => listWaves(ctx))),
  decide: member('admin').input(WaveDecision).mutation(verb(decideWave)),
  all: administrator.query(listAllWaves),
  decideOf: administrator.input(AccountWaveDecision).mutation(verb(decideWaveOf)),
})
