import { route } from '../../rest/route.ts'
import { AccountAnswer, Colors, ColorsInput, CreatorProfile, EmailStats, GrowthFilter, GrowthStats } from './schema.ts'
import { getAccount, getColors, setColors } from './service.ts'
import { getProfile } from './settings/profile.ts'
import { getEmailStats, getGrowthStats } from './stats.ts'

export const accountsApi = [
  route(
    'GET /account',
    { summary: 'Read the account behind the credential', scope: 'read', credential: 'any', of: AccountAnswer },
    getAccount,
  ),
  route(
    'GET /account/colors',
    { summary: 'Read the palette', scope: 'read', credential: 'any', as: 'colors', of: Colors },
    getColors,
  ),
  route(
    'PUT /account/colors',
    { summary: 'Replace the palette', scope: 'write', credential: 'any', as: 'colors', of: Colors, body: ColorsInput },
    setColors,
  ),
  route(
    'GET /account/creator_profile',
    { summary: 'Read the creator profile', scope: 'read', credential: 'any', as: 'profile', of: CreatorProfile },
    getProfile,
  ),
  route(
    'GET /account/email_stats',
    {
      summary: 'Read email statistics of the last 90 days',
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
      scope: 'read',
      credential: 'any',
      as: 'stats',
      of: GrowthStats,
      query: GrowthFilter,
    },
    getGrowthStats,
  ),
]
