import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { DeletedRecord } from './schema.ts'
import { listDeletions } from './service.ts'

export const deletionsApi = [
  route('GET /deletions', (ctx) => listDeletions(ctx), {
    summary: 'List deletions that can be undone',
    description: 'Of the last hour, by the user whose rights the credential has, newest first.',
    as: 'deletions',
    of: z.array(DeletedRecord),
  }),
]
