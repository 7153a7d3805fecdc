import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { anyone, member, router, verb } from '../../trpc/init.ts'
import { developRouter } from './develop-router.ts'
import { findOwnInstallation, listInstalledApps } from './installations.ts'
import { reviewRouter } from './review-router.ts'
import { ById, StoreFilter } from './schema.ts'
import { getListing, listStore } from './store.ts'

export const appsRouter = router({
  store: anyone
    .input(StoreFilter)
    .query(({ ctx, input }) => listStore(ctx.service, { ...input, account_id: ctx.account?.account_id ?? null })),
  listing: anyone
    .input(ById)
    .query(({ ctx, input }) => getListing(ctx.service, { ...input, is_signed_in: ctx.user !== null })),
  installed: member('viewer').query(verb((ctx) => listInstalledApps(ctx))),
  installation: member('viewer')
    .input(z.object({ app_id: Id }))
    .query(verb(findOwnInstallation)),
  develop: developRouter,
  review: reviewRouter,
})
