import { member, router, verb } from '../../trpc/init.ts'
import { readLeaveReasons } from './read.ts'

export const preferencesRouter = router({
  leaveReasons: member('viewer').query(verb((ctx) => readLeaveReasons(ctx))),
})
