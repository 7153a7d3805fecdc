import { z } from 'zod'
import { PageQuery, Pagination } from '../../core/page/page.ts'
import { ReachInput } from '../../core/reach.ts'
import { named } from '../../core/wire.ts'
import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { Proof } from '../delivery/schema.ts'
import { getChecklist } from './compose/advice.ts'
import { duplicateBroadcast } from './compose/composer.ts'
import { createResend, sendToNewMatches } from './compose/resend.ts'
import { BroadcastPreflight, BroadcastProgress, PauseInput } from './composer-schema.ts'
import { deleteBroadcastWithUndo, undeleteBroadcast } from './deletion.ts'
import { NewMatches, ReleaseInput } from './plan-schema.ts'
import { getBroadcastProgress, getBroadcastProof } from './report/report.ts'
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
import { cancelBroadcast } from './sending/sending.ts'
import { releaseNow } from './sending/stages.ts'
import { pauseBroadcast, reopenBroadcast, resumeBroadcast } from './sending/stopping.ts'
import { createBroadcast, getBroadcast, listBroadcasts, updateBroadcast } from './service.ts'

const sending = { scope: 'sending:write' } as const

const BroadcastClicks = named('BroadcastClicks', {
  broadcast: z.object({ id: z.int(), clicks: z.array(BroadcastClick) }),
  pagination: Pagination,
})

export const broadcastsApi = [
  list('GET /broadcasts', listBroadcasts, {
    summary: 'List broadcasts',
    description: 'Newest first. `sent_after` and `sent_before` leave out drafts.',
    as: 'broadcasts',
    of: ListedBroadcast,
    query: BroadcastFilter,
  }),
  route('POST /broadcasts', createBroadcast, {
    summary: 'Create a broadcast',
    description:
      'Without `send_at` the broadcast is a draft; a future time schedules it, and a past time sends it immediately. `dry_run` answers the same, with the number of recipients, and changes nothing.',
    status: 201,
    as: 'broadcast',
    of: Broadcast,
    body: BroadcastInput.extend(ReachInput.shape),
    warns: true,
    reaches: true,
  }),
  list('GET /broadcasts/stats', listBroadcastStats, {
    summary: 'Statistics of broadcasts',
    description: 'Rates are percentages of delivered emails. Needs a plan with statistics by API, or an app.',
    as: 'broadcasts',
    of: ListedBroadcastStats,
    query: StatsFilter,
  }),
  route('GET /broadcasts/:broadcast_id/clicks', listBroadcastClicks, {
    summary: 'Clicks on the links of a broadcast',
    description: 'One row per link, the pages are those of the links. Rates are fractions from 0 to 1.',
    of: BroadcastClicks,
    query: PageQuery,
    subject: (ctx, { broadcast_id }) => getBroadcast(ctx, { id: broadcast_id }),
  }),
  route('GET /broadcasts/:broadcast_id/stats', getBroadcastStats, {
    summary: 'Statistics of a broadcast',
    description: 'Rates and `progress` are percentages. Machines that open and click are not counted.',
    as: 'broadcast',
    of: OneBroadcastStats,
    errors: { 400: 'Statistics of this broadcast are no longer kept' },
  }),
  route('GET /broadcasts/:id', getBroadcast, {
    summary: 'Read a broadcast',
    description: 'A broadcast of any status, with its content.',
    as: 'broadcast',
    of: Broadcast,
  }),
  route('PUT /broadcasts/:id', updateBroadcast, {
    summary: 'Change a broadcast',
    description:
      'Changes only the properties in the body. A broadcast that is sending, sent or aborted cannot be changed. `dry_run` as in creating one.',
    as: 'broadcast',
    of: Broadcast,
    body: BroadcastInput.extend(ReachInput.shape),
    warns: true,
    reaches: true,
    subject: getBroadcast,
  }),
  route('DELETE /broadcasts/:id', deleteBroadcastWithUndo, {
    summary: 'Delete a broadcast',
    description: 'Drafts, scheduled and aborted broadcasts. 422 while it is sending, and after it was sent.',
  }),
  route('POST /broadcasts/:id/duplicate', async (ctx, key) => getBroadcast(ctx, await duplicateBroadcast(ctx, key)), {
    summary: 'Duplicate a broadcast',
    description: 'Creates a draft with the same content, audience and plan, from a broadcast of any status.',
    status: 201,
    as: 'broadcast',
    of: Broadcast,
  }),
  route('POST /broadcasts/:id/resend', async (ctx, key) => getBroadcast(ctx, await createResend(ctx, key)), {
    summary: 'Create a resend of a broadcast',
    description:
      'Creates a draft for recipients who did not open it. They are determined when the draft is sent. Opens must have been tracked.',
    status: 201,
    as: 'broadcast',
    of: Broadcast,
  }),
  route('POST /broadcasts/:id/reopen', reopenBroadcast, {
    summary: 'Make a canceled broadcast a draft',
    description: 'Only if it was sent to no one.',
    as: 'broadcast',
    of: Broadcast,
  }),
  route('POST /broadcasts/:id/cancel', cancelBroadcast, {
    ...sending,
    summary: 'Cancel a broadcast',
    description: 'Ends a scheduled or sending broadcast. Messages that were sent stay; no more are sent.',
    as: 'broadcast',
    of: Broadcast,
  }),
  route('POST /broadcasts/:id/pause', pauseBroadcast, {
    ...sending,
    summary: 'Pause a broadcast',
    description: 'Messages in progress are still sent. Its status stays `sending`; its progress says who paused it.',
    names_fields: true,
    as: 'broadcast',
    of: Broadcast,
    body: PauseInput.omit({ id: true }),
    subject: getBroadcast,
  }),
  route('POST /broadcasts/:id/resume', resumeBroadcast, {
    ...sending,
    summary: 'Resume a broadcast',
    description: 'Sends the present content of a paused or stopped broadcast to everyone who has not received it.',
    as: 'broadcast',
    of: Broadcast,
    body: ReachInput,
    reaches: true,
    subject: getBroadcast,
  }),
  route('POST /broadcasts/:id/release', releaseNow, {
    ...sending,
    summary: 'Release the rest of a staged broadcast',
    description: 'Without waiting for the time of its plan. In an A/B test, `version` says which one the rest gets.',
    names_fields: true,
    as: 'broadcast',
    of: Broadcast,
    body: ReleaseInput.omit({ id: true }).extend(ReachInput.shape),
    reaches: true,
    subject: getBroadcast,
  }),
  route('POST /broadcasts/:id/send_to_new', sendToNewMatches, {
    ...sending,
    summary: 'Send a broadcast to new matches',
    description: 'Sends a sent broadcast to subscribers who match its audience now and were not recipients.',
    as: 'matches',
    of: NewMatches,
    body: ReachInput,
    reaches: true,
    subject: getBroadcast,
  }),
  route('GET /broadcasts/:id/preflight', async (ctx, key) => BroadcastPreflight.parse(await getChecklist(ctx, key)), {
    summary: 'Check a broadcast before sending',
    description: 'What prevents sending, what is advised, and how many subscribers would receive it.',
    as: 'preflight',
    of: BroadcastPreflight,
  }),
  route('GET /broadcasts/:id/progress', getBroadcastProgress, {
    summary: 'Progress of a broadcast',
    description: 'How many messages are sent, how fast, and whether it is paused.',
    as: 'progress',
    of: BroadcastProgress,
    errors: { 409: 'The broadcast has not been sent' },
  }),
  route('GET /broadcasts/:id/proof', getBroadcastProof, {
    summary: 'Proof of a broadcast',
    description: 'Compares the stored counts with a count of every recipient, and says what became of each message.',
    as: 'proof',
    of: Proof,
    errors: { 409: 'The broadcast has not been sent' },
  }),
  undoOfDeletion('broadcasts', 'a broadcast', undeleteBroadcast),
]
