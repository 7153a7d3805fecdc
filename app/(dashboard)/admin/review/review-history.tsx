import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { DividedList } from '@/components/divided-list'
import { CircleCheck, CircleX, StickyNote, Trash2 } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { EntryAction, ReviewItem } from '@/server/modules/reviews/schema.ts'
import { entriesQuery } from './queries'

const NoteForm = dynamic(() => import('./note-form').then((own) => own.NoteForm), {
  ssr: false,
  // As tall as the form.
  loading: () => <div className="h-42" />,
})

const ACTIONS = {
  note: { label: 'Note', tone: 'neutral', icon: StickyNote },
  approved: { label: 'Approved', tone: 'success', icon: CircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: CircleX },
  removed: { label: 'Removed from the store', tone: 'danger', icon: Trash2 },
} as const satisfies Record<EntryAction, object>

/** Administrators' notes and all decisions about an item, newest first. */
export function ReviewHistory({ item }: { item: ReviewItem }) {
  const trpc = useTRPC()
  const [cursor, setCursor] = useState<string>()
  const entries = useQuery(entriesQuery(trpc, item, cursor))
  const next = entries.data?.pagination.has_next_page ? entries.data.pagination.end_cursor : null
  return (
    <SectionCard
      title="Notes and history"
      description="Only administrators see this. Entries cannot be changed."
      className="grid gap-5"
    >
      <NoteForm item={item} onAdded={() => setCursor(undefined)} />
      <Loaded query={entries} as="h3" loading={<Skeleton className="h-12 w-full" />}>
        {(data) => (
          <DividedList
            rows={data.rows}
            rowId={({ id }) => id}
            empty="No notes and no decisions yet."
            className="grid justify-items-start gap-1"
          >
            {({ action, text, author, created_at }) => (
              <>
                <StatusBadge {...ACTIONS[action]} />
                <span className="whitespace-pre-wrap empty:hidden [overflow-wrap:anywhere]">{text}</span>
                <span className="text-muted-foreground">
                  {author} · <RelativeTime at={created_at} />
                </span>
              </>
            )}
          </DividedList>
        )}
      </Loaded>
      {next || cursor ? (
        <div className="flex gap-2">
          {cursor ? (
            <Button variant="ghost" size="sm" onClick={() => setCursor(undefined)}>
              Newest entries
            </Button>
          ) : null}
          {next ? (
            <Button variant="ghost" size="sm" onClick={() => setCursor(next)}>
              Older entries
            </Button>
          ) : null}
        </div>
      ) : null}
    </SectionCard>
  )
}
