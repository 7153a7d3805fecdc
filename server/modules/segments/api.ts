import { list } from '../../rest/route.ts'
import { Segment } from './schema.ts'
import { listSegments } from './service.ts'

export const segmentsApi = [
  list(
    'GET /segments',
    {
      summary: 'List segments',
      description: 'Segments are made in the dashboard. Use their ids in the filter of a broadcast.',
      scope: 'read',
      credential: 'any',
      as: 'segments',
      of: Segment,
    },
    listSegments,
  ),
]
