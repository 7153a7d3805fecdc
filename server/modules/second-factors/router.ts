import { z } from 'zod'
import { anyUser, router } from '../../trpc/init.ts'
import { offerAuthenticator } from './authenticators.ts'
import { confirmIdentity } from './confirm.ts'
import { offerPasskey, passkeyRequest } from './passkeys.ts'
import { ByPasskey, IdentityProof, NewAuthenticatorInput, NewPasskeyInput, PasskeyRename } from './schema.ts'
import {
  addAuthenticator,
  addPasskey,
  findProofMethods,
  getSecurityOverview,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from './service.ts'

/** The signed-in user, and the request's source for notices. */
const self = anyUser.use(({ ctx: { user, source }, next }) =>
  next({ ctx: { me: { user_id: user.id, email: user.email, name: user.name, source } } }),
)

export const secondFactorsRouter = router({
  overview: self.query(({ ctx: { service, me } }) => getSecurityOverview(service, me)),
  proofMethods: self.query(({ ctx: { service, me } }) => findProofMethods(service, me)),
  passkeyRequest: self.mutation(({ ctx: { service, me } }) =>
    passkeyRequest(service, { user_id: me.user_id, purpose: 'confirm' }),
  ),
  confirmIdentity: self
    .input(z.object({ proof: IdentityProof }))
    .mutation(({ ctx: { service, me, user }, input }) =>
      confirmIdentity(service, { ...me, ...input, session_id: user.session_id }),
    ),
  offerAuthenticator: self.mutation(({ ctx: { service, me } }) => offerAuthenticator(service, me)),
  addAuthenticator: self
    .input(NewAuthenticatorInput)
    .mutation(({ ctx: { service, me }, input }) => addAuthenticator(service, { ...me, ...input })),
  removeAuthenticator: self.mutation(({ ctx: { service, me } }) => removeAuthenticator(service, me)),
  offerPasskey: self.mutation(({ ctx: { service, me } }) => offerPasskey(service, me)),
  addPasskey: self
    .input(NewPasskeyInput)
    .mutation(({ ctx: { service, me }, input }) => addPasskey(service, { ...me, ...input })),
  renamePasskey: self
    .input(PasskeyRename)
    .mutation(({ ctx: { service, me }, input }) => renamePasskey(service, { ...me, ...input })),
  removePasskey: self
    .input(ByPasskey)
    .mutation(({ ctx: { service, me }, input }) => removePasskey(service, { ...me, ...input })),
  renewRecoveryCodes: self.mutation(({ ctx: { service, me } }) => renewRecoveryCodes(service, me)),
})
