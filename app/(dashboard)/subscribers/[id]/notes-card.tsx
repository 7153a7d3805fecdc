import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Pencil, Trash2 } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { unlessEdited } from '@/components/sent-values'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { Note } from '@/server/modules/subscribers/notes-schema.ts'
import { notesQuery } from './queries'

const MAX_TEXT = 5_000

/** Members' notes about the subscriber. */
export function NotesCard({ subscriber_id }: { subscriber_id: number }) {
  const trpc = useTRPC()
  const add = useAction(trpc.subscribers.notes.add, { invalidates: trpc.subscribers.notes })
  const [text, setText] = useState('')
  const notes = useInfiniteQuery(notesQuery(trpc, subscriber_id))
  const rows = notes.data?.pages.flatMap((page) => page.rows) ?? []

  function save(event: FormEvent) {
    event.preventDefault()
    add.start({ subscriber_id, text }, () => setText(unlessEdited(text, '')))
  }

  return (
    <SectionCard
      title="Notes"
      description="For your team. Subscribers see them only in a copy of their data."
      className="grid gap-4"
    >
      <IfRole atLeast="editor">
        <form className="grid gap-2" onSubmit={save}>
          <Field label="New note" hideLabel>
            <Textarea
              rows={2}
              value={text}
              maxLength={MAX_TEXT}
              placeholder="Write a note"
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          {text.trim() ? (
            <Button type="submit" size="sm" className="w-fit" pending={add.isPending}>
              Add note
            </Button>
          ) : null}
        </form>
      </IfRole>
      {notes.error ? <p className="text-destructive-ink text-sm">{errorText(notes.error)}</p> : null}
      {notes.data && rows.length === 0 ? <p className="text-muted-foreground text-sm">No notes yet.</p> : null}
      {rows.length > 0 ? (
        <ul className="grid gap-4">
          {rows.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </ul>
      ) : null}
      <ShowMore list={notes} label="Show earlier notes" className="justify-self-start" />
    </SectionCard>
  )
}

function NoteRow({ note }: { note: Note }) {
  const trpc = useTRPC()
  const is_admin = useHasRole('admin')
  const edit = useAction(trpc.subscribers.notes.edit, { invalidates: trpc.subscribers.notes })
  const remove = useAction(trpc.subscribers.notes.delete, { invalidates: trpc.subscribers.notes })
  const restore = useAction(trpc.subscribers.notes.restore, { invalidates: trpc.subscribers.notes })
  const [text, setText] = useState<string>()

  function save(event: FormEvent) {
    event.preventDefault()
    edit.start({ id: note.id, text: text ?? '' }, () => setText(unlessEdited(text, undefined)))
  }

  const removeNote = () =>
    remove.start({ id: note.id }, (deleted) => toastWithUndo('Note deleted', () => restore.run(deleted)))

  if (text !== undefined)
    return (
      <li>
        <form className="grid gap-2" onSubmit={save}>
          <Field label="Note" hideLabel>
            <Textarea
              rows={3}
              autoFocus
              value={text}
              maxLength={MAX_TEXT}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <div className="flex gap-2">
            <Button type="submit" size="sm" pending={edit.isPending} disabled={!text.trim()}>
              Save note
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setText(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-sm">
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note.text}</p>
      <IfRole atLeast="editor">
        <span className="-mt-1.5 flex">
          {note.is_own ? <IconButton icon={Pencil} label="Edit note" onClick={() => setText(note.text)} /> : null}
          {note.is_own || is_admin ? (
            <IconButton icon={Trash2} label="Delete note" pending={remove.isPending} onClick={removeNote} />
          ) : null}
        </span>
      </IfRole>
      <p className="col-span-2 text-muted-foreground text-xs">
        {note.author ?? 'A former member'} · <RelativeTime at={note.created_at} />
        {note.edited_at ? ' · edited' : ''}
      </p>
    </li>
  )
}
