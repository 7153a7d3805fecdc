import { member, router } from '../../trpc/init.ts'
import { getHome } from './service.ts'

export const homeRouter = router({
  get: member('viewer').query(({ ctx }) => getHome(ctx.account)),
})
