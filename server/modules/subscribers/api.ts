import type { Ctx } from '../../core/context.ts'
import { bulk } from '../../rest/bulk/declaration.ts'
import { list, route, thenRead, upsert } from '../../rest/route.ts'
import {
  BulkSubscriberInput,
  echoFieldValue,
  echoSubscriber,
  FieldValueInput,
  SetFieldValue,
  SubscriberEcho,
} from './bulk-schema.ts'
import { getSubscriberStats } from './engagement/stats.ts'
import { pinLocation, unpinLocation } from './fields/location.ts'
import { filterSubscribers } from './filter/filter.ts'
import { FilteredSubscriber, FilterRequest } from './filter-schema.ts'
import { listSubscribers } from './list/list.ts'
import { LocatedSubscriber, LocationInput } from './location-schema.ts'
import { addNote, deleteNote, editNote, findNote, listNotes, restoreNote } from './notes/notes.ts'
import { DeletedNote, NewNote, Note, NoteChange } from './notes-schema.ts'
import {
  ListedSubscriber,
  RestoreInput,
  SlimSubscriber,
  StatsRange,
  Subscriber,
  SubscriberChange,
  SubscriberDetail,
  SubscriberFilter,
  SubscriberInput,
  SubscriberStats,
} from './schema.ts'
import {
  getSubscriber,
  reactivate,
  restoreBounced,
  unsubscribe,
  updateSubscriber,
  upsertSubscriber,
} from './service.ts'
import { checkRoomFor } from './state/counts.ts'
import { checkFieldCount, saveSubscribers, setFieldValues } from './write/bulk.ts'

const PINNING =
  'A pinned location takes precedence over an inferred one. All six properties are required and replace the earlier ones.'
const pinning = {
  as: 'subscriber',
  of: LocatedSubscriber,
  body: LocationInput,
  subject: (ctx: Ctx, { subscriber_id }: { subscriber_id: number }) => getSubscriber(ctx, { id: subscriber_id }),
} as const

const noting = { names_fields: true, as: 'note', of: Note } as const
const noted = {
  names_fields: true,
  as: 'subscriber',
  of: SubscriberDetail,
} as const

export const subscribersApi = [
  list('GET /subscribers', listSubscribers, {
    summary: 'List subscribers',
    description:
      'Active ones unless `status` says otherwise, newest first. `email_address` looks up one or several addresses, and `status` applies to them too: send `status=all` to find a subscriber who unsubscribed.',
    as: 'subscribers',
    of: ListedSubscriber,
    query: SubscriberFilter,
  }),
  list('POST /subscribers/filter', filterSubscribers, {
    summary: 'Find subscribers by activity and attributes',
    description:
      'A subscriber must match every condition of `all`. Subscribers of every state are found: add a `subscriber_state` condition to find active ones only. Paging parameters can be in the body, which takes precedence, or in the query. `pagination.total_count` is always present.',
    scope: 'read',
    as: 'subscribers',
    of: FilteredSubscriber,
    body: FilterRequest,
    errors: { 400: 'A range of `stats` starts before the retention window' },
  }),
  upsert('POST /subscribers', upsertSubscriber, {
    summary: 'Create or update a subscriber by address',
    description:
      'The state of an existing subscriber does not change. More than 10 field values are written by a job (202).',
    as: 'subscriber',
    of: Subscriber,
    statuses: [200, 201, 202],
    body: SubscriberInput,
  }),
  route('GET /subscribers/:id', getSubscriber, {
    summary: 'Read a subscriber',
    description: 'A subscriber of any state, with `canceled_at`, `location` and every custom field.',
    as: 'subscriber',
    of: SubscriberDetail,
  }),
  upsert('PUT /subscribers/:id', updateSubscriber, {
    summary: 'Update a subscriber',
    description: 'Only the given properties change. More than 10 field values are written by a job (202).',
    as: 'subscriber',
    of: Subscriber,
    statuses: [200, 202],
    body: SubscriberChange,
    subject: getSubscriber,
  }),
  route('POST /subscribers/:id/unsubscribe', unsubscribe, {
    summary: 'Unsubscribe',
    description: 'From all emails of the account. Tags, fields and history stay. Repeating it changes nothing.',
  }),
  route('POST /subscribers/:subscriber_id/location', pinLocation, {
    summary: 'Pin the location of a subscriber',
    description: PINNING,
    ...pinning,
  }),
  route('PATCH /subscribers/:subscriber_id/location', pinLocation, {
    summary: 'Replace the pinned location of a subscriber',
    description: PINNING,
    ...pinning,
  }),
  route('DELETE /subscribers/:subscriber_id/location', unpinLocation, {
    summary: 'Unpin the location of a subscriber',
    description: 'The location can then be inferred again. Without a pinned location nothing changes.',
  }),
  route('GET /subscribers/:subscriber_id/stats', getSubscriberStats, {
    summary: 'Email statistics of a subscriber',
    description:
      'Rates are fractions from 0 to 1. `email_sent_after` and `email_sent_before` limit the emails that count.',
    as: 'subscriber',
    of: SubscriberStats,
    query: StatsRange,
    subject: (ctx, { subscriber_id }) => getSubscriber(ctx, { id: subscriber_id }),
    errors: { 400: 'A date is before the retention window' },
  }),
  bulk('POST /bulk/subscribers', saveSubscribers, {
    summary: 'Create or update many subscribers by address',
    description: 'An existing subscriber gets the name that is given and keeps its state.',
    takes: 'subscribers',
    item: BulkSubscriberInput,
    as: 'subscribers',
    of: SlimSubscriber,
    key: ({ id }) => String(id),
    failed: { as: 'subscriber', of: SubscriberEcho, echo: echoSubscriber },
    check: checkRoomFor,
  }),
  bulk('POST /bulk/custom_fields/subscribers', setFieldValues, {
    summary: 'Set values of custom fields of many subscribers',
    takes: 'custom_field_values',
    item: FieldValueInput,
    as: 'custom_field_values',
    of: SetFieldValue,
    key: ({ subscriber_id, subscriber_custom_field_id }) => `${subscriber_id}:${subscriber_custom_field_id}`,
    failed: { as: 'custom_field_value', of: SetFieldValue, echo: echoFieldValue },
    check: checkFieldCount,
  }),
  list('GET /subscribers/:subscriber_id/notes', listNotes, {
    summary: 'List the notes about a subscriber',
    description: 'Newest first. Subscribers see them in the copy of their data.',
    as: 'notes',
    of: Note,
    subject: (ctx, { subscriber_id }) => getSubscriber(ctx, { id: subscriber_id }),
  }),
  route('POST /subscribers/:subscriber_id/notes', addNote, {
    ...noting,
    summary: 'Write a note about a subscriber',
    description: 'Its author is the user whose rights the credential has.',
    status: 201,
    body: NewNote.pick({ text: true }),
    subject: (ctx, { subscriber_id }) => getSubscriber(ctx, { id: subscriber_id }),
    errors: { 409: 'A subscriber can have 500 notes' },
  }),
  route('PUT /notes/:id', editNote, {
    ...noting,
    summary: 'Change a note',
    description: 'Only its author can change it.',
    body: NoteChange.pick({ text: true }),
    subject: findNote,
  }),
  route('DELETE /notes/:id', deleteNote, {
    summary: 'Delete a note',
    description: 'Its author and admins can. `undo` restores it within an hour.',
    of: DeletedNote,
  }),
  route('POST /notes/restore', restoreNote, {
    ...noting,
    summary: 'Restore a note',
    description: 'With its author and times, by the user who deleted it.',
    body: DeletedNote,
    errors: { 404: 'The subscriber does not exist', 409: 'A subscriber can have 500 notes' },
  }),
  route('POST /subscribers/:id/reactivate', thenRead(reactivate, getSubscriber), {
    ...noted,
    summary: 'Make an inactive subscriber active',
    description: 'Confirms the address on your word. 422 for all other states: only subscribers themselves come back.',
  }),
  route('POST /subscribers/:id/restore', thenRead(restoreBounced, getSubscriber), {
    ...noted,
    scope: 'sending:write',
    summary: 'Make a bounced subscriber active',
    description: 'The `reason` says how you know that the mailbox works, and is kept.',
    body: RestoreInput.pick({ reason: true }),
    subject: getSubscriber,
  }),
]
