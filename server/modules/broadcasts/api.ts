import { z } from 'zod'
import { PageQuery, Pagination } from '../../core/page.ts'
import { list, route } from '../../rest/route.ts'
import {
  Broadcast,
  BroadcastClick,
  BroadcastFilter,
  BroadcastInput,
  ListedBroadcast,
  ListedBroadcastStats,
  OneBroadcastStats,
  StatsFilter,
} from './schema.ts'
import { createBroadcast, deleteBroadcast, getBroadcast, listBroadcasts, updateBroadcast } from './service.ts'
import { getBroadcastStats, listBroadcastClicks, listBroadcastStats } from './stats.ts'

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

const BroadcastClicks = z
  .object({ broadcast: z.object({ id: z.int(), clicks: z.array(BroadcastClick) }), pagination: Pagination })
  .meta({ id: 'BroadcastClicks' })

export const broadcastsApi = [
  list(
    'GET /broadcasts',
    { ...read, summary: 'List broadcasts', as: 'broadcasts', of: ListedBroadcast, query: BroadcastFilter },
    listBroadcasts,
  ),
  route(
    'POST /broadcasts',
    {
      ...write,
      summary: 'Create a broadcast',
      description:
        'Without `send_at` a draft, with a time in the future scheduled, with one in the past it is sent at once.',
      status: 201,
      as: 'broadcast',
      of: Broadcast,
      body: BroadcastInput,
    },
    createBroadcast,
  ),
  list(
    'GET /broadcasts/stats',
    { ...read, summary: 'Statistics of broadcasts', as: 'broadcasts', of: ListedBroadcastStats, query: StatsFilter },
    listBroadcastStats,
  ),
  route(
    'GET /broadcasts/:broadcast_id/clicks',
    {
      ...read,
      summary: 'Clicks on the links of a broadcast',
      of: BroadcastClicks,
      query: PageQuery,
      subject: (ctx, { broadcast_id }) => getBroadcast(ctx, { id: broadcast_id }),
    },
    listBroadcastClicks,
  ),
  route(
    'GET /broadcasts/:broadcast_id/stats',
    {
      ...read,
      summary: 'Statistics of a broadcast',
      as: 'broadcast',
      of: OneBroadcastStats,
      errors: { 400: 'The broadcast is older than statistics are kept' },
    },
    getBroadcastStats,
  ),
  route('GET /broadcasts/:id', { ...read, summary: 'Read a broadcast', as: 'broadcast', of: Broadcast }, getBroadcast),
  route(
    'PUT /broadcasts/:id',
    {
      ...write,
      summary: 'Change a broadcast',
      description: 'Only what is sent changes. Refused once it is sending, sent or aborted.',
      as: 'broadcast',
      of: Broadcast,
      body: BroadcastInput,
      subject: getBroadcast,
    },
    updateBroadcast,
  ),
  route('DELETE /broadcasts/:id', { ...write, summary: 'Delete a broadcast' }, deleteBroadcast),
]
