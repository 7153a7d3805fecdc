import { administrator, member, router, verb } from '../../trpc/init.ts'
import { ResumeInput } from './schema.ts'
import { getSendingHealth, listGuardedAccounts, resumeSending } from './service.ts'

export const reputationRouter = router({
  health: member('viewer').query(({ ctx }) => getSendingHealth(ctx.account)),
  resume: member('admin').input(ResumeInput).mutation(verb(resumeSending)),
  /** For administrators of the instance. */
  guarded: administrator.query(({ ctx }) => listGuardedAccounts(ctx.account)),
})
