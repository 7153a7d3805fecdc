import { z } from 'zod'
import { AssistantLimits } from '../../core/assistants.ts'
import { Id } from '../../core/wire.ts'
import { member, router, signedIn, verb } from '../../trpc/init.ts'
import { setAppLimits } from './access/limits.ts'
import { describeConsent } from './authorize/consent.ts'
import { ConsentRequest } from './schema.ts'

export const oauthRouter = router({
  consent: signedIn
    .input(ConsentRequest)
    .query(({ ctx: { service, user, account }, input }) =>
      describeConsent(service, { ...input, user: { ...user, open_account_id: account?.account_id } }),
    ),
  setLimits: member('admin')
    .input(z.object({ installation_id: Id, limits: AssistantLimits }))
    .mutation(verb(setAppLimits)),
})
