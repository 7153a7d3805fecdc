import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { anyone, member, router, signedIn, verb } from '../../trpc/init.ts'
import { ByToken } from '../users/schema.ts'
import { getPlanOverview } from './plans/overview.ts'
import { ColorsInput } from './schema.ts'
import {
  addSendingAddress,
  confirmSendingAddress,
  deleteSendingAddress,
  findConfirmation,
  listSendingAddresses,
  renameSendingAddress,
  resendConfirmation,
  setDefaultSendingAddress,
  setReplyToAddress,
} from './senders/sending-addresses.ts'
import { createAccount, getColors, listAccounts, setColors } from './service.ts'
import { getProfile, saveProfile } from './settings/profile.ts'
import { getSettings, hideSetup, saveSettings } from './settings/settings.ts'
import { getTwoFactorPolicy, setTwoFactorPolicy } from './settings/two-factor-policy.ts'
import {
  AccountSettings,
  ByUser,
  InvitationInput,
  JoinInput,
  NewAccountInput,
  NewSendingAddress,
  ProfileInput,
  ReplyToChange,
  RoleChange,
  SendingAddressChange,
  SignUpInput,
  TwoFactorRequirement,
} from './settings-schema.ts'
import { findSignUp, signUp } from './sign-up/sign-up.ts'
import {
  acceptInvitation,
  findInvitation,
  inviteMember,
  joinByInvitation,
  listInvitations,
  withdrawInvitation,
} from './team/invitations.ts'
import { changeRole, listMembers, removeMember } from './team/members.ts'

const ById = z.object({ id: Id })

export const accountRouter = router({
  signUp: anyone
    .input(SignUpInput)
    .mutation(({ ctx: { service, source }, input }) => signUp(service, { ...input, source })),
  pendingSignUp: anyone
    .input(ByToken)
    .query(({ ctx: { service, source }, input }) => findSignUp(service, { ...input, source })),
  create: signedIn
    .input(NewAccountInput)
    .mutation(({ ctx: { service, user }, input }) => createAccount(service, { ...input, user })),
  list: signedIn.query(({ ctx: { service, user } }) => listAccounts(service, { user_id: user.id })),
  settings: member('viewer').query(({ ctx }) => getSettings(ctx.account)),
  saveSettings: member('admin').input(AccountSettings).mutation(verb(saveSettings)),
  hideSetup: member('editor').mutation(({ ctx }) => hideSetup(ctx.account)),
  plan: member('admin').query(({ ctx }) => getPlanOverview(ctx.account)),
  colors: member('viewer').query(({ ctx }) => getColors(ctx.account)),
  setColors: member('editor').input(ColorsInput).mutation(verb(setColors)),
  twoFactorPolicy: member('owner').query(({ ctx }) => getTwoFactorPolicy(ctx.account)),
  setTwoFactorPolicy: member('owner')
    .input(TwoFactorRequirement)
    .mutation(({ ctx: { account, user }, input }) =>
      setTwoFactorPolicy(account, { ...input, has_second_factor: user.has_second_factor === true }),
    ),
  profile: member('viewer').query(({ ctx }) => getProfile(ctx.account)),
  saveProfile: member('editor').input(ProfileInput).mutation(verb(saveProfile)),
})

export const sendingAddressesRouter = router({
  list: member('viewer').query(({ ctx }) => listSendingAddresses(ctx.account)),
  add: member('admin').input(NewSendingAddress).mutation(verb(addSendingAddress)),
  remind: member('admin').input(ById).mutation(verb(resendConfirmation)),
  rename: member('admin').input(SendingAddressChange).mutation(verb(renameSendingAddress)),
  setDefault: member('admin').input(ById).mutation(verb(setDefaultSendingAddress)),
  setReplyTo: member('admin').input(ReplyToChange).mutation(verb(setReplyToAddress)),
  remove: member('admin').input(ById).mutation(verb(deleteSendingAddress)),
  confirmation: anyone
    .input(ByToken)
    .query(({ ctx: { service, source }, input }) => findConfirmation(service, { ...input, source })),
  confirm: anyone
    .input(ByToken)
    .mutation(({ ctx: { service, source }, input }) => confirmSendingAddress(service, { ...input, source })),
})

export const teamRouter = router({
  members: member('viewer').query(({ ctx }) => listMembers(ctx.account)),
  changeRole: member('admin')
    .input(RoleChange)
    .mutation(({ ctx: { account, user }, input }) => changeRole(account, { ...input, session_id: user.session_id })),
  remove: member('admin')
    .input(ByUser)
    .mutation(({ ctx: { account, user }, input }) => removeMember(account, { ...input, session_id: user.session_id })),
  leave: member('viewer').mutation(({ ctx: { account, user } }) =>
    removeMember(account, { user_id: user.id, session_id: user.session_id }),
  ),
  invitations: member('admin').query(({ ctx }) => listInvitations(ctx.account)),
  invite: member('admin').input(InvitationInput).mutation(verb(inviteMember)),
  withdraw: member('admin').input(ById).mutation(verb(withdrawInvitation)),
  invitation: anyone
    .input(ByToken)
    .query(({ ctx: { service, source }, input }) => findInvitation(service, { ...input, source })),
  accept: signedIn
    .input(ByToken)
    .mutation(({ ctx: { service, source, user }, input }) =>
      acceptInvitation(service, { ...input, source, user_id: user.id, session_id: user.session_id }),
    ),
  join: anyone
    .input(JoinInput)
    .mutation(({ ctx: { service, source }, input }) => joinByInvitation(service, { ...input, source })),
})
