import { z } from 'zod'
import { route } from '../../rest/route.ts'
import { ListedRevision, RevisedItem } from './schema.ts'
import { listRevisions } from './service.ts'

export const revisionsApi = [
  route('GET /revisions', listRevisions, {
    summary: 'List earlier texts',
    description: 'Of an email, a post, a landing page or a snippet: newest first. Changes within ten minutes are one.',
    as: 'revisions',
    of: z.array(ListedRevision),
    query: RevisedItem,
  }),
]
