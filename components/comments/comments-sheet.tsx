import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { FilterTabs } from '@/components/list/list-filters'
import { IfRole, useHasRole } from '@/components/role'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { CommentedItem } from '@/server/modules/comments/schema.ts'
import { CommentForm } from './comment-form'
import { CommentThread } from './comment-thread'
import { type QuotedText, shownText } from './quote'

interface CommentsSheetProps {
  item: CommentedItem
  open: boolean
  /** The thread to show first. 0: none. */
  thread_id: number | null
  /** The text that was selected when the sheet was opened. */
  quote: QuotedText | null
  onQuoteUsed: () => void
  onClose: () => void
}

const PER_PAGE = 20

/** Comments on a draft. The sheet stays open beside the editor. */
export function CommentsSheet({ item, open, thread_id, quote, onQuoteUsed, onClose }: CommentsSheetProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const may_write = useHasRole('editor')
  const [is_resolved, setResolved] = useState(false)
  const [per_page, setPerPage] = useState(PER_PAGE)
  const counts = useQuery(trpc.comments.counts.queryOptions(item))
  const list = useQuery(
    trpc.comments.list.queryOptions(
      { ...item, is_resolved, per_page },
      { enabled: open, staleTime: 0, refetchInterval: open ? 30_000 : false, placeholderData: keepPreviousData },
    ),
  )
  const members = useQuery(trpc.team.members.queryOptions(undefined, { enabled: open && may_write }))
  const mentionable = (members.data ?? []).flatMap(({ user_id, name, email_address, is_you }) =>
    is_you ? [] : [{ user_id, name: name || email_address }],
  )
  const threads = list.data?.rows
  const refresh = () => client.invalidateQueries(trpc.comments.pathFilter())
  const add = useAction(trpc.comments.add, { invalidates: trpc.comments })
  const { start: markRead } = useAction(trpc.comments.markRead, {
    invalidates: trpc.comments.counts,
    onError: () => undefined,
  })
  const shown = open && !list.isPlaceholderData ? threads : undefined
  const all = shown?.flatMap((thread) => [thread, ...thread.replies])
  const newest_unread = Math.max(0, ...(all ?? []).filter(({ is_unread }) => is_unread).map(({ id }) => id))
  const { kind, item_id } = item
  useEffect(() => {
    if (newest_unread > 0) markRead({ kind, item_id, up_to: newest_unread })
  }, [newest_unread, kind, item_id, markRead])
  const text = open ? shownText() : null

  return (
    <Sheet
      open={open}
      onClose={onClose}
      modal={false}
      title="Comments"
      description="Only members of this account see them. They are never sent."
      className="w-full sm:max-w-md"
      onInteractOutside={(event) => event.preventDefault()}
    >
      <div className="grid gap-5">
        <IfRole atLeast="editor">
          <CommentForm
            label="New comment"
            placeholder="Comment, or type @ to mention someone"
            submit="Comment"
            members={mentionable}
            quote={quote}
            onDropQuote={onQuoteUsed}
            onSubmit={async (comment) => {
              await add.run({ ...item, ...comment, quote: quote ?? undefined })
              onQuoteUsed()
              setResolved(false)
            }}
          />
        </IfRole>
        <FilterTabs
          label="Open or resolved"
          value={is_resolved ? 'resolved' : 'open'}
          options={[
            { value: 'open', label: 'Open', count: counts.data?.open },
            { value: 'resolved', label: 'Resolved', count: counts.data?.resolved },
          ]}
          onChange={(chosen) => setResolved(chosen === 'resolved')}
        />
        {list.error ? (
          <ErrorState as="h3" query={list} />
        ) : !threads ? (
          <Skeleton className="h-40 w-full rounded-xl" />
        ) : threads.length === 0 ? (
          <EmptyState
            as="h3"
            illustration="inbox"
            title={is_resolved ? 'Nothing resolved yet' : 'No open comments'}
            description={
              may_write && !is_resolved
                ? 'Select text in the editor and open the comments to quote it.'
                : 'Comments on this draft appear here.'
            }
          />
        ) : (
          <ol className="grid gap-4" aria-label="Threads">
            {threads.map((thread) => (
              <li key={thread.id}>
                <CommentThread
                  item={item}
                  thread={thread}
                  members={mentionable}
                  draft_text={text}
                  is_chosen={thread.id === thread_id}
                  onChanged={refresh}
                />
              </li>
            ))}
          </ol>
        )}
        <ShowMore
          className="justify-self-center"
          list={{
            hasNextPage: list.data?.pagination.has_next_page ?? false,
            isFetchingNextPage: list.isPlaceholderData,
            fetchNextPage: () => setPerPage(per_page + PER_PAGE),
          }}
        />
      </div>
    </Sheet>
  )
}
