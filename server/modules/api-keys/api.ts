import { pagesOf } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { ApiKey } from './schema.ts'
import { listApiKeys, revokeApiKey } from './service.ts'

export const apiKeysApi = [
  list(
    'GET /api_keys',
    {
      summary: 'List API keys',
      description: 'Active ones, newest first. Only the beginning of a key is shown.',
      scope: 'read',
      role: 'admin',
      credential: 'any',
      as: 'api_keys',
      of: ApiKey,
    },
    pagesOf('api_keys', listApiKeys),
  ),
  route(
    'DELETE /api_keys/:id',
    {
      summary: 'Revoke an API key',
      description: 'Immediately and permanently. New keys are created in the dashboard.',
      scope: 'team:write',
      role: 'admin',
      credential: 'any',
    },
    revokeApiKey,
  ),
]
