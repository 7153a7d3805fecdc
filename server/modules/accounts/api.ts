import { route } from '../../rest/route.ts'
import { AccountAnswer, Colors, ColorsInput, CreatorProfile, EmailStats, GrowthFilter, GrowthStats } from './schema.ts'
import { getAccount, getColors, setColors } from './service.ts'
import { getProfile } from './settings/profile.ts'
import { getEmailStats, getGrowthStats } from './stats.ts'

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
]
