import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { ReachInput } from '../../core/reach.ts'
import { list, route, upsert } from '../../rest/route.ts'
import { UnconfirmedChoice } from '../delivery/schema.ts'
import { ByAddress, MemberFilter } from '../subscribers/schema.ts'
import { ChangePreview, ChangeQuestion, ChangeRequest, RequestedChange, SequenceChangeRow } from './change-schema.ts'
import { removeSubscriber } from './changes/apply.ts'
import { cancelChange, listChanges, previewChange, requestChange } from './changes/change.ts'
import { listEnrollments, resolveUndecided } from './compose/composer.ts'
import { EnrollmentFilter, EnrollmentRow, UpcomingEmail } from './composer-schema.ts'
import { listUpcomingOf } from './enrolling/calendar.ts'
import { enrollByAddress, enrollSubscriber, listEnrolledSubscribers } from './enrolling/enrolling.ts'
import { EnrolledSubscriber } from './schema.ts'
import { getSequence } from './service.ts'

const sending = { scope: 'sending:write' } as const
const ofSequence = (ctx: Ctx, { sequence_id }: { sequence_id: number }) => getSequence(ctx, { id: sequence_id })

export const enrollingApi = [
  list('GET /sequences/:sequence_id/subscribers', listEnrolledSubscribers, {
    summary: 'List the subscribers of a sequence',
    description: 'Active ones unless `status` says otherwise, each with the time of joining as `added_at`.',
    as: 'subscribers',
    of: EnrolledSubscriber,
    query: MemberFilter,
    subject: ofSequence,
  }),
  upsert('POST /sequences/:sequence_id/subscribers', enrollByAddress, {
    summary: 'Add a subscriber to a sequence by address',
    description:
      'The subscriber must exist. 200 if the subscriber is in the sequence already, 422 while the sequence is paused.',
    as: 'subscriber',
    of: EnrolledSubscriber,
    body: ByAddress,
    subject: ofSequence,
  }),
  upsert('POST /sequences/:sequence_id/subscribers/:id', enrollSubscriber, {
    summary: 'Add a subscriber to a sequence',
    description: '200 if the subscriber is in the sequence already, 422 while the sequence is paused.',
    as: 'subscriber',
    of: EnrolledSubscriber,
  }),
  route('DELETE /sequences/:sequence_id/subscribers/:id', removeSubscriber, {
    summary: 'Remove a subscriber from a sequence',
    description:
      'Emails that wait for the subscriber are not sent. Nothing happens to a subscriber who is not in the sequence.',
  }),
  list('GET /sequences/:sequence_id/enrollments', listEnrollments, {
    summary: 'List the enrollments of a sequence',
    description: 'Everyone who is or was in it, with their progress and next email.',
    as: 'enrollments',
    of: EnrollmentRow,
    query: EnrollmentFilter,
    subject: ofSequence,
  }),
  route('POST /sequences/:sequence_id/changes/preview', previewChange, {
    scope: 'read',
    summary: 'Preview a change of who is in a sequence',
    description: 'Counts who would be added, restarted or removed, and says what they get first.',
    as: 'preview',
    of: ChangePreview,
    body: ChangeQuestion,
    subject: ofSequence,
  }),
  route('POST /sequences/:sequence_id/changes', requestChange, {
    ...sending,
    summary: 'Change who is in a sequence',
    description:
      '`add`, `restart` or `remove` a tag, a segment, up to 1,000 subscribers, or everyone in the sequence. A job does it.',
    status: 202,
    as: 'change',
    of: RequestedChange,
    body: ChangeRequest,
    reaches: true,
    subject: ofSequence,
    errors: { 409: 'Twenty changes are running' },
  }),
  route(
    'GET /sequences/:sequence_id/changes',
    async (ctx, key) => {
      await ofSequence(ctx, key)
      return listChanges(ctx, key)
    },
    {
      summary: 'List the changes of who is in a sequence',
      description: 'The last five with their progress, newest first.',
      as: 'changes',
      of: z.array(SequenceChangeRow),
    },
  ),
  route('POST /sequence_changes/:id/cancel', cancelChange, {
    ...sending,
    summary: 'Cancel a change of who is in a sequence',
    description: 'What it did stays. 404 once it ended.',
  }),
  route('POST /sequences/:id/unconfirmed', resolveUndecided, {
    ...sending,
    summary: 'Decide on unconfirmed messages of a sequence',
    description: 'Messages whose acceptance by a mail server is unknown: `resend`, count as `sent`, or `leave`.',
    of: z.object({ count: z.int().meta({ description: 'Messages that were decided.' }) }),
    body: UnconfirmedChoice.pick({ choice: true }).extend(ReachInput.shape),
    reaches: true,
    subject: getSequence,
  }),
  route('GET /subscribers/:subscriber_id/sequence_emails', listUpcomingOf, {
    summary: 'List the next sequence emails of a subscriber',
    description: 'Soonest first: what they get if nothing changes. Empty for a subscriber who cannot be emailed.',
    as: 'sequence_emails',
    of: z.array(UpcomingEmail),
  }),
]
