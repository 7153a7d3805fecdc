import type { Ctx } from '../../core/context.ts'
import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { deleteSequenceWithUndo, undeleteSequence } from './compose/deletion.ts'
import { duplicateSequence } from './compose/duplicate.ts'
import { createEmail, deleteEmail, getEmail, listEmails, updateEmail } from './compose/emails.ts'
import {
  ListedSequenceEmail,
  SequenceEmail,
  SequenceEmailChange,
  SequenceEmailFilter,
  SequenceEmailInput,
} from './email-schema.ts'
import { Sequence, SequenceChange, SequenceInput, WithStats } from './schema.ts'
import { createSequence, getSequence, listSequences, updateSequence } from './service.ts'

const ofSequence = (ctx: Ctx, { sequence_id }: { sequence_id: number }) => getSequence(ctx, { id: sequence_id })

export const sequencesApi = [
  list('GET /sequences', listSequences, {
    summary: 'List sequences',
    description:
      '`subscriber_count` counts active subscribers, `email_count` published emails. `include=stats` adds figures.',
    as: 'sequences',
    of: Sequence,
    query: WithStats,
  }),
  route('POST /sequences', createSequence, {
    summary: 'Create a sequence',
    description: 'Only `name` is required. Without `active: false` it sends as soon as it has a published email.',
    status: 201,
    as: 'sequence',
    of: Sequence,
    body: SequenceInput,
  }),
  route('GET /sequences/:id', getSequence, {
    summary: 'Read a sequence',
    description: '`include=stats` adds figures.',
    as: 'sequence',
    of: Sequence,
    query: WithStats,
    subject: getSequence,
  }),
  route('PUT /sequences/:id', updateSequence, {
    summary: 'Change a sequence',
    description:
      'Changes only the properties in the body. Emails that are already scheduled for a subscriber keep their time when the schedule changes.',
    as: 'sequence',
    of: Sequence,
    body: SequenceChange,
    subject: getSequence,
  }),
  route('DELETE /sequences/:id', deleteSequenceWithUndo, {
    summary: 'Delete a sequence',
    description: 'Stops sending. The data is deleted in the background.',
  }),
  route('POST /sequences/:id/duplicate', duplicateSequence, {
    summary: 'Duplicate a sequence',
    description: 'The copy has the emails as drafts, is paused and has no subscribers.',
    status: 201,
    as: 'sequence',
    of: Sequence,
  }),
  list('GET /sequences/:sequence_id/emails', listEmails, {
    summary: 'List the emails of a sequence',
    description: 'In send order.',
    as: 'emails',
    of: ListedSequenceEmail,
    query: SequenceEmailFilter,
    subject: ofSequence,
  }),
  route('POST /sequences/:sequence_id/emails', createEmail, {
    summary: 'Add an email to a sequence',
    description:
      'A draft unless `published` is true. Without `position` it becomes the last one. Only the first email may have no delay.',
    status: 201,
    as: 'email',
    of: SequenceEmail,
    body: SequenceEmailInput,
    warns: true,
    subject: ofSequence,
  }),
  route('GET /sequences/:sequence_id/emails/:id', getEmail, {
    summary: 'Read an email of a sequence',
    description: 'With its content. `include=stats` adds figures.',
    as: 'email',
    of: SequenceEmail,
    query: WithStats,
    subject: (ctx, ids) => getEmail(ctx, ids),
  }),
  route('PUT /sequences/:sequence_id/emails/:id', updateEmail, {
    summary: 'Change an email of a sequence',
    description:
      'Changes only the properties in the body. Moving an email can reorder or skip it for subscribers in the sequence.',
    as: 'email',
    of: SequenceEmail,
    body: SequenceEmailChange,
    warns: true,
    subject: (ctx, ids) => getEmail(ctx, ids),
  }),
  route('DELETE /sequences/:sequence_id/emails/:id', deleteEmail, {
    summary: 'Delete an email of a sequence',
    description: 'Subscribers who wait for it continue with the next email.',
  }),
  undoOfDeletion('sequences', 'a sequence', undeleteSequence),
]
