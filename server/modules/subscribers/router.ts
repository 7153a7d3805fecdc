import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId } from '../../core/wire.ts'
import { listVerb, member, router, savedVerb, verb } from '../../trpc/init.ts'
import { Columns } from './columns-schema.ts'
import { getSubscriberStats } from './engagement/stats.ts'
import { addByMember, updateByMember } from './fields/entered.ts'
import { getColumns, saveColumns } from './list/columns.ts'
import { listHistory } from './list/history.ts'
import { listPlaces } from './list/places.ts'
import { countSubscribers, SubscriberSearch, searchSubscribers } from './list/search.ts'
import { addNote, deleteNote, editNote, listNotes, restoreNote } from './notes/notes.ts'
import { DeletedNote, NewNote, NoteChange, NoteId, NotesOf } from './notes-schema.ts'
import { ManualSubscriber, RestoreInput, StatsRange, SubscriberChange } from './schema.ts'
import { getSubscriberProfile, reactivate, restoreBounced, unsubscribe } from './service.ts'
import { readCountedAt } from './state/active-counts.ts'

const ById = z.object({ id: BigId })

export const subscribersRouter = router({
  /** With the columns that the member chose, so the page needs one request for both. */
  list: member('viewer')
    .input(SubscriberSearch.extend(PageQuery.shape))
    .query(async ({ ctx: { account }, input }) => {
      const { chosen, fields, sort_field } = await getColumns(account, input)
      const page = await searchSubscribers(account, { ...input, columns: chosen, sort_field })
      const { pagination, unsorted } = page
      return { rows: page.rows(), pagination, columns: chosen.columns, fields, unsorted }
    }),
  /** Age of the counts of tags and forms; null: they are counted when they are read. */
  counted_at: member('viewer').query(verb(readCountedAt)),
  /** Cities of subscribers, to choose a place from. */
  places: member('viewer').query(verb(listPlaces)),
  saveColumns: member('viewer').input(Columns).mutation(verb(saveColumns)),
  counts: member('viewer')
    .input(SubscriberSearch.pick({ search: true, tag_id: true, filter: true }))
    .query(verb(countSubscribers)),
  get: member('viewer').input(ById).query(verb(getSubscriberProfile)),
  stats: member('viewer')
    .input(StatsRange.extend({ subscriber_id: BigId }))
    .query(verb(getSubscriberStats)),
  history: member('viewer').input(PageQuery.extend(ById.shape)).query(listVerb(listHistory)),
  notes: router({
    list: member('viewer').input(PageQuery.extend(NotesOf.shape)).query(listVerb(listNotes)),
    add: member('editor').input(NewNote).mutation(verb(addNote)),
    edit: member('editor').input(NoteChange).mutation(verb(editNote)),
    delete: member('editor').input(NoteId).mutation(verb(deleteNote)),
    restore: member('editor').input(DeletedNote).mutation(verb(restoreNote)),
  }),
  add: member('editor').input(ManualSubscriber).mutation(savedVerb(addByMember)),
  update: member('editor').input(SubscriberChange.extend(ById.shape)).mutation(savedVerb(updateByMember)),
  unsubscribe: member('editor').input(ById).mutation(verb(unsubscribe)),
  restore: member('editor').input(RestoreInput).mutation(verb(restoreBounced)),
  reactivate: member('editor').input(ById).mutation(verb(reactivate)),
})
