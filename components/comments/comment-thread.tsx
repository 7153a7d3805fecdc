import { useEffect, useRef, useState } from 'react'
import { Check, MessageSquareReply, RotateCcw } from '@/components/generated/icons'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useAction } from '@/components/use-action'
import type { CommentedItem, CommentThread as Thread } from '@/server/modules/comments/schema.ts'
import { CommentForm } from './comment-form'
import { CommentView } from './comment-view'
import type { Mentionable } from './mentions'
import { locateQuote, showQuote } from './quote'

interface CommentThreadProps {
  item: CommentedItem
  thread: Thread
  members: readonly Mentionable[]
  /** The editor's current text. Null: there is no editor. */
  draft_text: string | null
  is_chosen: boolean
  onChanged: () => Promise<unknown>
}

export function CommentThread({ item, thread, members, draft_text, is_chosen, onChanged }: CommentThreadProps) {
  const trpc = useTRPC()
  const [is_replying, setReplying] = useState(false)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (is_chosen) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [is_chosen])
  const add = useAction(trpc.comments.add, { onDone: onChanged })
  const resolve = useAction(trpc.comments.resolve, { onDone: onChanged })
  const { quote, resolved_by } = thread
  const is_gone = quote !== null && draft_text !== null && locateQuote(draft_text, quote) === null
  return (
    <article
      ref={frame}
      aria-label={`${thread.author}’s thread`}
      className={cn('grid gap-3 rounded-xl border border-border p-4', is_chosen && 'border-primary')}
    >
      {quote ? (
        <div className="grid justify-items-start gap-1.5">
          <button
            type="button"
            disabled={is_gone || draft_text === null}
            className="line-clamp-3 border-border-strong border-s-2 ps-2.5 text-start text-muted-foreground text-sm [overflow-wrap:anywhere] enabled:hover:border-primary enabled:hover:text-foreground"
            onClick={() => showQuote(quote)}
          >
            <span className="sr-only">Show in the editor: </span>
            {quote.text}
          </button>
          {is_gone ? <Badge tone="outline">The text has changed</Badge> : null}
        </div>
      ) : null}
      <CommentView item={item} comment={thread} members={members} onChanged={onChanged} />
      {thread.replies.length > 0 ? (
        <ol aria-label="Replies" className="grid gap-3 border-border border-s ps-4">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentView item={item} comment={reply} members={members} onChanged={onChanged} />
            </li>
          ))}
        </ol>
      ) : null}
      {resolved_by ? <p className="text-muted-foreground text-xs">Resolved by {resolved_by}</p> : null}
      <IfRole atLeast="editor">
        {is_replying ? (
          <CommentForm
            label={`Reply to ${thread.author}`}
            placeholder="Reply"
            submit="Reply"
            members={members}
            onCancel={() => setReplying(false)}
            onSubmit={async (comment) => {
              await add.run({ ...item, ...comment, thread_id: thread.id })
              setReplying(false)
            }}
          />
        ) : (
          <div className="-mx-2 -mb-1 flex gap-1">
            <Button variant="ghost" size="sm" onClick={() => setReplying(true)}>
              <MessageSquareReply aria-hidden /> Reply
            </Button>
            <Button
              variant="ghost"
              size="sm"
              pending={resolve.isPending}
              onClick={() => resolve.start({ ...item, id: thread.id, is_resolved: thread.resolved_at === null })}
            >
              {thread.resolved_at === null ? <Check aria-hidden /> : <RotateCcw aria-hidden />}
              {thread.resolved_at === null ? 'Resolve' : 'Reopen'}
            </Button>
          </div>
        )}
      </IfRole>
    </article>
  )
}
