import { z } from 'zod'
import { AssistantLimits } from '../../core/assistants.ts'
import { Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { ApiKeyInput } from './schema.ts'
import { createApiKey, listApiKeys, revokeApiKey, setKeyLimits } from './service.ts'

export const apiKeysRouter = router({
  list: member('admin').query(verb((ctx) => listApiKeys(ctx))),
  create: member('admin')
    .input(ApiKeyInput)
    .mutation(({ ctx: { account, source }, input }) => createApiKey(account, { ...input, source })),
  setLimits: member('admin')
    .input(z.object({ id: Id, limits: AssistantLimits }))
    .mutation(verb(setKeyLimits)),
  revoke: member('admin')
    .input(z.object({ id: Id }))
    .mutation(verb(revokeApiKey)),
})
