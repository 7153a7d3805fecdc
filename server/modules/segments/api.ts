import { list } from '../../rest/route.ts'
import { Segment } from './schema.ts'
import { listSegments } from './service.ts'

export const segmentsApi = [
  list(
    'GET /segments',
    { summary: 'List segments', scope: 'read', credential: 'any', as: 'segments', of: Segment },
    listSegments,
  ),
]
