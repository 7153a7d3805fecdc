import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { ApiKeyInput } from './schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts'

export const apiKeysRouter = router({
  list: member('admin').query(verb((ctx) => listApiKeys(ctx))),
  create: member('admin')
    .input(ApiKeyInput)
    .mutation(({ ctx: { account, source }, input }) => createApiKey(account, { ...input, source })),
  revoke: member('admin')
    .input(z.object({ id: Id }))
    .mutation(verb(revokeApiKey)),
})
