import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { DividedList } from '@/components/divided-list'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { clearSent } from '@/components/sent-values'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { InputField } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { notesQuery } from './queries'

/** Administrators' notes about the account. */
export function AccountNotes({ account_id }: { account_id: number }) {
  const trpc = useTRPC()
  const [adding, setAdding] = useState(false)
  const [cursor, setCursor] = useState<string>()
  const notes = useQuery(notesQuery(trpc, account_id, cursor))
  const add = useAction(trpc.admin.accounts.addNote, { invalidates: trpc.admin.accounts.notes })
  const form = useForm({
    resolver: bySchema(async () => (await import('./note-form')).NoteForm),
    defaultValues: { text: '' },
  })
  const next = notes.data?.pagination.has_next_page ? notes.data.pagination.end_cursor : null
  return (
    <SectionCard
      title="Notes"
      description="Only administrators see them. They cannot be changed."
      actions={
        <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
          Add note
        </Button>
      }
    >
      <Loaded query={notes} as="h3" loading={<Skeleton className="h-12 w-full" />}>
        {(data) => (
          <DividedList rows={data.rows} rowId={({ id }) => id} empty="No notes yet." className="grid gap-0.5">
            {({ text, author, created_at }) => (
              <>
                <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
                <span className="text-muted-foreground">
                  {author} · <RelativeTime at={created_at} />
                </span>
              </>
            )}
          </DividedList>
        )}
      </Loaded>
      {next || cursor ? (
        <div className="mt-3 flex gap-2">
          {cursor ? (
            <Button variant="ghost" size="sm" onClick={() => setCursor(undefined)}>
              Newest notes
            </Button>
          ) : null}
          {next ? (
            <Button variant="ghost" size="sm" onClick={() => setCursor(next)}>
              Older notes
            </Button>
          ) : null}
        </div>
      ) : null}

      <FormDialog
        title="Add note"
        description="Members of the account never see it."
        form={form}
        open={adding}
        onClose={() => setAdding(false)}
        submitLabel="Add note"
        onSubmit={async ({ text }) => {
          await add.run({ account_id, text }, 'Note added')
          clearSent(form)
          setCursor(undefined)
          setAdding(false)
        }}
      >
        <InputField as={Textarea} control={form.control} name="text" label="Note" autoFocus rows={4} />
      </FormDialog>
    </SectionCard>
  )
}
