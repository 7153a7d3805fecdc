import { z } from 'zod'
import { PageQuery, Pagination } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { duplicateBroadcast } from './compose/composer.ts'
import { getBroadcastStats, listBroadcastClicks, listBroadcastStats } from './report/stats.ts'
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

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

const BroadcastClicks = z
  .object({ broadcast: z.object({ id: z.int(), clicks: z.array(BroadcastClick) }), pagination: Pagination })
  .meta({ id: 'BroadcastClicks' })

export const broadcastsApi = [
  list(
    'GET /broadcasts',
    {
      ...read,
      summary: 'List broadcasts',
      description: 'Newest first. `sent_after` and `sent_before` leave out drafts.',
      as: 'broadcasts',
      of: ListedBroadcast,
      query: BroadcastFilter,
    },
    listBroadcasts,
  ),
  route(
    'POST /broadcasts',
    {
      ...write,
      summary: 'Create a broadcast',
      description:
        'Without `send_at` the broadcast is a draft; a future time schedules it, and a past time sends it immediately.',
      status: 201,
      as: 'broadcast',
      of: Broadcast,
      body: BroadcastInput,
      warns: true,
    },
    createBroadcast,
  ),
  list(
    'GET /broadcasts/stats',
    {
      ...read,
      summary: 'Statistics of broadcasts',
      description: 'Rates are percentages of delivered emails. Needs a plan with statistics by API, or an app.',
      as: 'broadcasts',
      of: ListedBroadcastStats,
      query: StatsFilter,
    },
    listBroadcastStats,
  ),
  route(
    'GET /broadcasts/:broadcast_id/clicks',
    {
      ...read,
      summary: 'Clicks on the links of a broadcast',
      description: 'One row per link, the pages are those of the links. Rates are fractions from 0 to 1.',
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
      description: 'Rates and `progress` are percentages. Machines that open and click are not counted.',
      as: 'broadcast',
      of: OneBroadcastStats,
      errors: { 400: 'Statistics of this broadcast are no longer kept' },
    },
    getBroadcastStats,
  ),
  route(
    'GET /broadcasts/:id',
    {
      ...read,
      summary: 'Read a broadcast',
      description: 'A broadcast of any status, with its content.',
      as: 'broadcast',
      of: Broadcast,
    },
    getBroadcast,
  ),
  route(
    'PUT /broadcasts/:id',
    {
      ...write,
      summary: 'Change a broadcast',
      description:
        'Changes only the properties in the body. A broadcast that is sending, sent or aborted cannot be changed.',
      as: 'broadcast',
      of: Broadcast,
      body: BroadcastInput,
      warns: true,
      subject: getBroadcast,
    },
    updateBroadcast,
  ),
  route(
    'DELETE /broadcasts/:id',
    {
      ...write,
      summary: 'Delete a broadcast',
      description: 'Drafts, scheduled and aborted broadcasts. 422 while it is sending, and after it was sent.',
    },
    deleteBroadcast,
  ),
  route(
    'POST /broadcasts/:id/duplicate',
    {
      ...write,
      summary: 'Duplicate a broadcast',
      description: 'Creates a draft with the same content, audience and plan, from a broadcast of any status.',
      status: 201,
      as: 'broadcast',
      of: Broadcast,
    },
    async (ctx, key) => getBroadcast(ctx, await duplicateBroadcast(ctx, key)),
  ),
]
