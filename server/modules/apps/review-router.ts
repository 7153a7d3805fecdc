import { administrator, router, verb } from '../../trpc/init.ts'
import { approveApp, getForReview, listForReview, rejectApp } from './review.ts'
import { Approval, Rejection, ReviewFilter } from './review-schema.ts'
import { ById } from './schema.ts'

export const reviewRouter = router({
  list: administrator.input(ReviewFilter).query(verb(listForReview)),
  get: administrator.input(ById).query(verb(getForReview)),
  approve: administrator
    .input(Approval)
    .mutation(({ ctx, input }) => approveApp(ctx.account, { ...input, reviewer_id: ctx.user.id })),
  reject: administrator
    .input(Rejection)
    .mutation(({ ctx, input }) => rejectApp(ctx.account, { ...input, reviewer_id: ctx.user.id })),
})
