import type { Ctx } from '../../core/context.ts'
import { list, route, upsert } from '../../rest/route.ts'
import { ByAddress, MemberFilter } from '../subscribers/schema.ts'
import { removeSubscriber } from './changes/apply.ts'
import { duplicateSequence } from './compose/duplicate.ts'
import { createEmail, deleteEmail, getEmail, listEmails, updateEmail } from './compose/emails.ts'
import {
  ListedSequenceEmail,
  SequenceEmail,
  SequenceEmailChange,
  SequenceEmailFilter,
  SequenceEmailInput,
} from './email-schema.ts'
import { enrollByAddress, enrollSubscriber, listEnrolledSubscribers } from './enrolling/enrolling.ts'
import { EnrolledSubscriber, Sequence, SequenceChange, SequenceInput, WithStats } from './schema.ts'
import { createSequence, deleteSequence, getSequence, listSequences, updateSequence } from './service.ts'

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

const ofSequence = (ctx: Ctx, { sequence_id }: { sequence_id: number }) => getSequence(ctx, { id: sequence_id })

export const sequencesApi = [
  list(
    'GET /sequences',
    {
      ...read,
      summary: 'List sequences',
      description:
        '`subscriber_count` counts active subscribers, `email_count` published emails. `include=stats` adds figures.',
      as: 'sequences',
      of: Sequence,
      query: WithStats,
    },
    listSequences,
  ),
  route(
    'POST /sequences',
    {
      ...write,
      summary: 'Create a sequence',
      description: 'Only `name` is required. Without `active: false` it sends as soon as it has a published email.',
      status: 201,
      as: 'sequence',
      of: Sequence,
      body: SequenceInput,
    },
    createSequence,
  ),
  route(
    'GET /sequences/:id',
    {
      ...read,
      summary: 'Read a sequence',
      description: '`include=stats` adds figures.',
      as: 'sequence',
      of: Sequence,
      query: WithStats,
      subject: getSequence,
    },
    getSequence,
  ),
  route(
    'PUT /sequences/:id',
    {
      ...write,
      summary: 'Change a sequence',
      description:
        'Changes only the properties in the body. Emails that are already scheduled for a subscriber keep their time when the schedule changes.',
      as: 'sequence',
      of: Sequence,
      body: SequenceChange,
      subject: getSequence,
    },
    updateSequence,
  ),
  route(
    'DELETE /sequences/:id',
    {
      ...write,
      summary: 'Delete a sequence',
      description: 'Stops sending. The data is deleted in the background.',
    },
    deleteSequence,
  ),
  route(
    'POST /sequences/:id/duplicate',
    {
      ...write,
      summary: 'Duplicate a sequence',
      description: 'The copy has the emails as drafts, is paused and has no subscribers.',
      status: 201,
      as: 'sequence',
      of: Sequence,
    },
    duplicateSequence,
  ),
  list(
    'GET /sequences/:sequence_id/emails',
    {
      ...read,
      summary: 'List the emails of a sequence',
      description: 'In send order.',
      as: 'emails',
      of: ListedSequenceEmail,
      query: SequenceEmailFilter,
      subject: ofSequence,
    },
    listEmails,
  ),
  route(
    'POST /sequences/:sequence_id/emails',
    {
      ...write,
      summary: 'Add an email to a sequence',
      description:
        'A draft unless `published` is true. Without `position` it becomes the last one. Only the first email may have no delay.',
      status: 201,
      as: 'email',
      of: SequenceEmail,
      body: SequenceEmailInput,
      warns: true,
      subject: ofSequence,
    },
    createEmail,
  ),
  route(
    'GET /sequences/:sequence_id/emails/:id',
    {
      ...read,
      summary: 'Read an email of a sequence',
      description: 'With its content. `include=stats` adds figures.',
      as: 'email',
      of: SequenceEmail,
      query: WithStats,
      subject: (ctx, ids) => getEmail(ctx, ids),
    },
    getEmail,
  ),
  route(
    'PUT /sequences/:sequence_id/emails/:id',
    {
      ...write,
      summary: 'Change an email of a sequence',
      description:
        'Changes only the properties in the body. Moving an email can reorder or skip it for subscribers in the sequence.',
      as: 'email',
      of: SequenceEmail,
      body: SequenceEmailChange,
      warns: true,
      subject: (ctx, ids) => getEmail(ctx, ids),
    },
    updateEmail,
  ),
  route(
    'DELETE /sequences/:sequence_id/emails/:id',
    {
      ...write,
      summary: 'Delete an email of a sequence',
      description: 'Subscribers who wait for it continue with the next email.',
    },
    deleteEmail,
  ),
  list(
    'GET /sequences/:sequence_id/subscribers',
    {
      ...read,
      summary: 'List the subscribers of a sequence',
      description: 'Active ones unless `status` says otherwise, each with the time of joining as `added_at`.',
      as: 'subscribers',
      of: EnrolledSubscriber,
      query: MemberFilter,
      subject: ofSequence,
    },
    listEnrolledSubscribers,
  ),
  upsert(
    'POST /sequences/:sequence_id/subscribers',
    {
      ...write,
      summary: 'Add a subscriber to a sequence by address',
      description:
        'The subscriber must exist. 200 if the subscriber is in the sequence already, 422 while the sequence is paused.',
      as: 'subscriber',
      of: EnrolledSubscriber,
      body: ByAddress,
      subject: ofSequence,
    },
    enrollByAddress,
  ),
  upsert(
    'POST /sequences/:sequence_id/subscribers/:id',
    {
      ...write,
      summary: 'Add a subscriber to a sequence',
      description: '200 if the subscriber is in the sequence already, 422 while the sequence is paused.',
      as: 'subscriber',
      of: EnrolledSubscriber,
    },
    enrollSubscriber,
  ),
  route(
    'DELETE /sequences/:sequence_id/subscribers/:id',
    {
      ...write,
      summary: 'Remove a subscriber from a sequence',
      description:
        'Emails that wait for the subscriber are not sent. Nothing happens to a subscriber who is not in the sequence.',
    },
    removeSubscriber,
  ),
]
