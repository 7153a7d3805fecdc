import { pagesOf } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { ApiKey } from './schema.ts'
import { listApiKeys, revokeApiKey } from './service.ts'

export const apiKeysApi = [
  list('GET /api_keys', pagesOf('api_keys', listApiKeys), {
    summary: 'List API keys',
    description: 'Active ones, newest first. Only the beginning of a key is shown.',
    role: 'admin',
    as: 'api_keys',
    of: ApiKey,
  }),
  route('DELETE /api_keys/:id', revokeApiKey, {
    summary: 'Revoke an API key',
    description: 'Immediately and permanently. New keys are created in the dashboard.',
    scope: 'team:write',
    role: 'admin',
  }),
]
