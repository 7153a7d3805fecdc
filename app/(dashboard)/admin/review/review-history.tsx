'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, StickyNote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ErrorState } from '@/components/error-state'
import { bySchema } from '@/components/form-schema'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Form, FormField } from '@/components/ui/form'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import type { EntryAction, ReviewItem } from '@/server/modules/reviews/schema.ts'

const ACTIONS = {
  note: { label: 'Note', tone: 'neutral', icon: StickyNote },
  approved: { label: 'Approved', tone: 'success', icon: CircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: CircleX },
  removed: { label: 'Removed from the store', tone: 'danger', icon: Trash2 },
} as const satisfies Record<EntryAction, object>

const MOST = 20

/** Notes of administrators and all decisions about an item, newest first. */
export function ReviewHistory({ item }: { item: ReviewItem }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [after, setAfter] = useState<string>()
  const entries = useQuery(
    trpc.admin.reviews.entries.queryOptions({ ...item, per_page: MOST, after }, { placeholderData: keepPreviousData }),
  )
  const add = useMutation(trpc.admin.reviews.addNote.mutationOptions())
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/reviews/schema.ts')).NoteInput),
    defaultValues: { ...item, text: '' },
  })
  const next = entries.data?.pagination.has_next_page ? entries.data.pagination.end_cursor : null
  return (
    <Card>
      <CardHeader title="Notes and history" description="Only administrators see this. Entries cannot be changed." />
      <CardContent className="grid gap-5">
        <Form
          form={form}
          onSubmit={async (values) => {
            await add.mutateAsync(values)
            await client.invalidateQueries(trpc.admin.reviews.entries.pathFilter())
            form.reset()
            setAfter(undefined)
          }}
        >
          <FormField control={form.control} name="text" label="New note">
            {(field) => <Textarea {...field} rows={2} />}
          </FormField>
          <Button type="submit" variant="outline" className="justify-self-start" pending={form.formState.isSubmitting}>
            Add note
          </Button>
        </Form>
        {entries.error ? (
          <ErrorState as="h3" error={entries.error} onRetry={() => void entries.refetch()} />
        ) : !entries.data ? (
          <Skeleton className="h-12 w-full" />
        ) : entries.data.rows.length === 0 ? (
          <p className="text-muted-foreground text-sm">No notes and no decisions yet.</p>
        ) : (
          <ul className="grid divide-y divide-border">
            {entries.data.rows.map(({ id, action, text, author, created_at }) => (
              <li key={id} className="grid justify-items-start gap-1 py-3 text-sm first:pt-0 last:pb-0">
                <StatusBadge {...ACTIONS[action]} />
                <span className="whitespace-pre-wrap empty:hidden [overflow-wrap:anywhere]">{text}</span>
                <span className="text-muted-foreground">
                  {author} · <RelativeTime at={created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {next || after ? (
          <div className="flex gap-2">
            {after ? (
              <Button variant="ghost" size="sm" onClick={() => setAfter(undefined)}>
                Newest entries
              </Button>
            ) : null}
            {next ? (
              <Button variant="ghost" size="sm" onClick={() => setAfter(next)}>
                Older entries
              </Button>
            ) : null}
          </div>
        ) : null}
      </CardContent>
    </Card>
  )
}
