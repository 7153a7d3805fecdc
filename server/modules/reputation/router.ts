import { administrator, member, router, verb } from '../../trpc/init.ts'
import { ResumeInput } from './schema.ts'
import { getSendingHealth, listGuardedAccounts, resumeSending } from './service.ts'
import { decideWave, decideWaveOf, listAllWaves, listWaves } from './waves.ts'
import { AccountWaveDecision, WaveDecision } from './waves-schema.ts'

export const reputationRouter = router({
  health: member('viewer').query(({ ctx }) => getSendingHealth(ctx.account)),
  resume: member('admin').input(ResumeInput).mutation(verb(resumeSending)),
  /** For administrators of the instance. */
  guarded: administrator.query(({ ctx }) => listGuardedAccounts(ctx.account)),
})

/** Bounces waiting for a decision, because too many reports had the same text. */
export const bounceWavesRouter = router({
  list: member('viewer').query(verb((ctx) => listWaves(ctx))),
  decide: member('admin').input(WaveDecision).mutation(verb(decideWave)),
  all: administrator.query(listAllWaves),
  decideOf: administrator.input(AccountWaveDecision).mutation(verb(decideWaveOf)),
})
