import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { administrator, router, verb } from '../../trpc/init.ts'
import { PlanInput } from '../accounts/plan-schema.ts'
import { setPlanOf } from './service.ts'

export const adminRouter = router({
  setPlan: administrator.input(PlanInput.and(z.object({ account_id: Id }))).mutation(verb(setPlanOf)),
})
