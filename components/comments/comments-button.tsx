import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { commentCountsQuery } from '@/components/email-editor/queries'
import { MessageSquare } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { t } from '@/server/lib/locale/texts.ts'
import type { CommentedItem } from '@/server/modules/comments/schema.ts'
import type { QuotedText } from './quote'

const CommentsSheet = onDemand(async () => (await import('./comments-sheet')).CommentsSheet)

/** Opens the comments on a draft. `?comment=12` opens them at that thread. Quotes the text selected in the editor. */
export function CommentsButton({ item }: { item: CommentedItem }) {
  const trpc = useTRPC()
  const [thread, setThread] = useQueryState('comment', parseAsInteger)
  const [quote, setQuote] = useState<QuotedText | null>(null)
  const counts = useQuery(commentCountsQuery(trpc, item))
  const { open = 0, unread = 0 } = counts.data ?? {}
  return (
    <>
      <Button
        variant="ghost"
        size="aside"
        onClick={async () => {
          // Read the selection before the panel takes the focus.
          const { selectedQuote } = await import('./quote')
          setQuote(selectedQuote())
          void setThread(0)
        }}
      >
        <MessageSquare aria-hidden /> <span data-text>Comments</span>
        {open > 0 ? (
          <span className="figures text-muted-foreground">
            {open}
            <span className="sr-only"> open</span>
          </span>
        ) : null}
        {unread > 0 ? (
          <>
            <span aria-hidden className="size-2 rounded-full bg-primary" />
            <span className="sr-only">{t`${unread} unread`}</span>
          </>
        ) : null}
      </Button>
      <CommentsSheet
        item={item}
        open={thread !== null}
        thread_id={thread}
        quote={quote}
        onQuoteUsed={() => setQuote(null)}
        onClose={() => void setThread(null)}
      />
    </>
  )
}
