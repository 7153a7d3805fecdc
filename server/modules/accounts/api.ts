import { pagesOf } from '../../core/page/page.ts'
import { list, route, thenRead } from '../../rest/route.ts'
import { PlanOverview } from './plan-schema.ts'
import { getPlanOverview } from './plans/overview.ts'
import { AccountAnswer, Colors, ColorsInput, CreatorProfile, EmailStats, GrowthFilter, GrowthStats } from './schema.ts'
import {
  addSendingAddress,
  deleteSendingAddress,
  getSendingAddress,
  listSendingAddresses,
  renameSendingAddress,
  resendConfirmation,
  setDefaultSendingAddress,
  setReplyToAddress,
} from './senders/sending-addresses.ts'
import { getAccount, getColors, setColors } from './service.ts'
import { getProfile, saveProfile } from './settings/profile.ts'
import { getSettings, saveSettings } from './settings/settings.ts'
import {
  AccountSettings,
  InvitationInput,
  InvitationView,
  MemberView,
  NewSendingAddress,
  ProfileInput,
  ReplyToChange,
  RoleChange,
  SendingAddressChange,
  SendingAddressView,
  SettingsView,
} from './settings-schema.ts'
import { getEmailStats, getGrowthStats } from './stats.ts'
import { inviteMember, listInvitations, withdrawInvitation } from './team/invitations.ts'
import { changeRole, findMember, listMembers, removeMember } from './team/members.ts'

const sending = { scope: 'sending:write', role: 'admin', names_fields: true } as const
const team = { scope: 'team:write', role: 'admin', names_fields: true } as const
const sender = { as: 'sending_address', of: SendingAddressView } as const

export const accountsApi = [
  route('GET /account', getAccount, {
    summary: 'Read the account behind the credential',
    description:
      'The user who signs in and the creator account, which have different ids, with plan, time zone and sending addresses, also unverified ones.',
    of: AccountAnswer,
  }),
  route('GET /account/colors', getColors, {
    summary: 'Read the palette',
    description: 'The colors of the account in the order in which they are offered; `[]` without any.',
    as: 'colors',
    of: Colors,
  }),
  route('PUT /account/colors', setColors, {
    summary: 'Replace the palette',
    description: 'At most 10 colors of `#` and 3 or 6 hexadecimal digits. They are kept as given, in this order.',
    as: 'colors',
    of: Colors,
    body: ColorsInput,
  }),
  route('GET /account/creator_profile', getProfile, {
    summary: 'Read the creator profile',
    description: 'Name, byline, text and image of the public profile. 404 while the account has none.',
    as: 'profile',
    of: CreatorProfile,
  }),
  route('GET /account/email_stats', getEmailStats, {
    summary: 'Read email statistics of the last 90 days',
    description: 'Opens and clicks count each subscriber once per email. Rates are percentages of `sent`.',
    as: 'stats',
    of: EmailStats,
  }),
  route('GET /account/growth_stats', getGrowthStats, {
    summary: 'Read growth statistics of the list',
    description: 'Days are those of the time zone of the account. Without dates: the last 90 days.',
    as: 'stats',
    of: GrowthStats,
    query: GrowthFilter,
  }),
  list('GET /sending_addresses', pagesOf('sending_addresses', listSendingAddresses), {
    summary: 'List sending addresses',
    description: 'Addresses that emails can be sent from: the default first, the others by age.',
    as: 'sending_addresses',
    of: SendingAddressView,
  }),
  route('POST /sending_addresses', thenRead(addSendingAddress, getSendingAddress), {
    ...sending,
    ...sender,
    summary: 'Add a sending address',
    description: 'It gets a link, which someone opens there to confirm it.',
    status: 201,
    body: NewSendingAddress,
  }),
  route('GET /sending_addresses/:id', getSendingAddress, {
    ...sender,
    summary: 'Read a sending address',
    description: 'With its `status`.',
  }),
  route('PUT /sending_addresses/:id', thenRead(renameSendingAddress, getSendingAddress), {
    ...sending,
    ...sender,
    summary: 'Change the name of a sender',
    description: 'Emails sent later have it. The address itself does not change: add another one.',
    body: SendingAddressChange.pick({ from_name: true }),
    subject: getSendingAddress,
  }),
  route('DELETE /sending_addresses/:id', deleteSendingAddress, {
    ...sending,
    summary: 'Remove a sending address',
    description: 'The default and the one for replies cannot be removed.',
  }),
  route('POST /sending_addresses/:id/remind', resendConfirmation, {
    ...sending,
    summary: 'Send the confirmation link again',
    description: 'The new link replaces the earlier one. 404 for a confirmed address.',
  }),
  route('POST /sending_addresses/:id/make_default', thenRead(setDefaultSendingAddress, getSendingAddress), {
    ...sending,
    ...sender,
    summary: 'Make a sending address the default',
    description: 'New emails are sent from it, unless another one is chosen. It must be confirmed.',
  }),
  route('PUT /sending_addresses/reply_to', setReplyToAddress, {
    ...sending,
    summary: 'Set the address for replies',
    description: 'Replies to all emails go to it. With a null `id` they go to the sender of each email.',
    body: ReplyToChange,
    errors: { 404: 'The address does not exist' },
  }),
  route('PUT /account/creator_profile', saveProfile, {
    names_fields: true,
    summary: 'Set the creator profile',
    description: 'Replaces it: what the body leaves out becomes null.',
    as: 'profile',
    of: CreatorProfile,
    body: ProfileInput.partial({ byline: true, bio: true, image_url: true, profile_url: true }),
  }),
  route('GET /account/settings', getSettings, {
    summary: 'Read the settings of the account',
    description: 'Its name, time zone, language, postal address, tracking and undo.',
    as: 'settings',
    of: SettingsView,
  }),
  route('PUT /account/settings', saveSettings, {
    scope: 'account:write',
    role: 'admin',
    names_fields: true,
    summary: 'Change the settings of the account',
    description: 'Changes only the properties in the body.',
    as: 'settings',
    of: SettingsView,
    body: AccountSettings.omit({ announces_views: true }).partial(),
  }),
  route('GET /account/usage', getPlanOverview, {
    role: 'admin',
    summary: 'Read the plan and its usage',
    description: 'What the plan has, its limits, and the usage.',
    of: PlanOverview,
  }),
  list(
    'GET /members',
    pagesOf('members', listMembers, ({ user_id }) => user_id),
    {
      summary: 'List members',
      description: 'Owners first, then by name.',
      as: 'members',
      of: MemberView,
    },
  ),
  route('PUT /members/:user_id', thenRead(changeRole, findMember), {
    ...team,
    summary: 'Change the role of a member',
    description:
      'The id is that of the user. Only owners change owners, and one stays. Other sessions of the member end.',
    as: 'member',
    of: MemberView,
    body: RoleChange.pick({ role: true }),
    subject: findMember,
  }),
  route('DELETE /members/:user_id', removeMember, {
    ...team,
    summary: 'Remove a member',
    description: 'With their keys, and the apps that they connected. The last owner stays.',
  }),
  list('GET /invitations', pagesOf('invitations', listInvitations), {
    role: 'admin',
    summary: 'List invitations',
    description: 'Open and expired ones, newest first.',
    as: 'invitations',
    of: InvitationView,
  }),
  route('POST /invitations', inviteMember, {
    ...team,
    summary: 'Invite a member',
    description: 'Emails a link for 7 days, which replaces an earlier one. Only owners invite owners.',
    body: InvitationInput,
  }),
  route('DELETE /invitations/:id', withdrawInvitation, {
    ...team,
    summary: 'Withdraw an invitation',
    description: 'Its link no longer works.',
  }),
]
