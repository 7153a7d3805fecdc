import { list, route } from '../../rest/route.ts'
import { Segment } from './schema.ts'
import { getSegment, listSegments } from './service.ts'

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
  route(
    'GET /segments/:id',
    {
      summary: 'Read a segment',
      description: 'Its conditions are shown in the dashboard only.',
      scope: 'read',
      credential: 'any',
      as: 'segment',
      of: Segment,
    },
    async (ctx, { id }) => Segment.parse(await getSegment(ctx, { id })),
  ),
]
