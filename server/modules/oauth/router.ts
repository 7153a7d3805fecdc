import { router, signedIn } from '../../trpc/init.ts'
import { describeConsent } from './authorize/consent.ts'
import { ConsentRequest } from './schema.ts'

export const oauthRouter = router({
  consent: signedIn
    .input(ConsentRequest)
    .query(({ ctx: { service, user, account }, input }) =>
      describeConsent(service, { ...input, user: { ...user, open_account_id: account?.account_id } }),
    ),
})
