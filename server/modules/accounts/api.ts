import { pagesOf } from '../../core/page/page.ts'
import { list, route, thenRead } from '../../rest/route.ts'
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
import { getProfile } from './settings/profile.ts'
import { NewSendingAddress, ReplyToChange, SendingAddressChange, SendingAddressView } from './settings-schema.ts'
import { getEmailStats, getGrowthStats } from './stats.ts'

const read = { scope: 'read', credential: 'any' } as const
const sending = { scope: 'sending:write', role: 'admin', credential: 'any', names_fields: true } as const
const sender = { as: 'sending_address', of: SendingAddressView } as const

export const accountsApi = [
  route(
    'GET /account',
    {
      summary: 'Read the account behind the credential',
      description:
        'The user who signs in and the creator account, which have different ids, with plan, time zone and sending addresses, also unverified ones.',
      scope: 'read',
      credential: 'any',
      of: AccountAnswer,
    },
    getAccount,
  ),
  route(
    'GET /account/colors',
    {
      summary: 'Read the palette',
      description: 'The colors of the account in the order in which they are offered; `[]` without any.',
      scope: 'read',
      credential: 'any',
      as: 'colors',
      of: Colors,
    },
    getColors,
  ),
  route(
    'PUT /account/colors',
    {
      summary: 'Replace the palette',
      description: 'At most 10 colors of `#` and 3 or 6 hexadecimal digits. They are kept as given, in this order.',
      scope: 'write',
      credential: 'any',
      as: 'colors',
      of: Colors,
      body: ColorsInput,
    },
    setColors,
  ),
  route(
    'GET /account/creator_profile',
    {
      summary: 'Read the creator profile',
      description: 'Name, byline, text and image of the public profile. 404 while the account has none.',
      scope: 'read',
      credential: 'any',
      as: 'profile',
      of: CreatorProfile,
    },
    getProfile,
  ),
  route(
    'GET /account/email_stats',
    {
      summary: 'Read email statistics of the last 90 days',
      description: 'Opens and clicks count each subscriber once per email. Rates are percentages of `sent`.',
      scope: 'read',
      credential: 'any',
      as: 'stats',
      of: EmailStats,
    },
    getEmailStats,
  ),
  route(
    'GET /account/growth_stats',
    {
      summary: 'Read growth statistics of the list',
      description: 'Days are those of the time zone of the account. Without dates: the last 90 days.',
      scope: 'read',
      credential: 'any',
      as: 'stats',
      of: GrowthStats,
      query: GrowthFilter,
    },
    getGrowthStats,
  ),
  list(
    'GET /sending_addresses',
    {
      ...read,
      summary: 'List sending addresses',
      description: 'Addresses that emails can be sent from: the default first, the others by age.',
      as: 'sending_addresses',
      of: SendingAddressView,
    },
    pagesOf('sending_addresses', listSendingAddresses),
  ),
  route(
    'POST /sending_addresses',
    {
      ...sending,
      ...sender,
      summary: 'Add a sending address',
      description: 'It gets a link, which someone opens there to confirm it.',
      status: 201,
      body: NewSendingAddress,
    },
    thenRead(addSendingAddress, getSendingAddress),
  ),
  route(
    'GET /sending_addresses/:id',
    { ...read, ...sender, summary: 'Read a sending address', description: 'With its `status`.' },
    getSendingAddress,
  ),
  route(
    'PUT /sending_addresses/:id',
    {
      ...sending,
      ...sender,
      summary: 'Change the name of a sender',
      description: 'Emails sent later have it. The address itself does not change: add another one.',
      body: SendingAddressChange.pick({ from_name: true }),
      subject: getSendingAddress,
    },
    thenRead(renameSendingAddress, getSendingAddress),
  ),
  route(
    'DELETE /sending_addresses/:id',
    {
      ...sending,
      summary: 'Remove a sending address',
      description: 'The default and the one for replies cannot be removed.',
    },
    deleteSendingAddress,
  ),
  route(
    'POST /sending_addresses/:id/remind',
    {
      ...sending,
      summary: 'Send the confirmation link again',
      description: 'The new link replaces the earlier one. 404 for a confirmed address.',
    },
    resendConfirmation,
  ),
  route(
    'POST /sending_addresses/:id/make_default',
    {
      ...sending,
      ...sender,
      summary: 'Make a sending address the default',
      description: 'New emails are sent from it, unless another one is chosen. It must be confirmed.',
    },
    thenRead(setDefaultSendingAddress, getSendingAddress),
  ),
  route(
    'PUT /sending_addresses/reply_to',
    {
      ...sending,
      summary: 'Set the address for replies',
      description: 'Replies to all emails go to it. With a null `id` they go to the sender of each email.',
      body: ReplyToChange,
    },
    setReplyToAddress,
  ),
]
