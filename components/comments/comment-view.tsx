import { useState } from 'react'
import { RowMenu } from '@/components/list/row-menu'
import { RelativeTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Avatar } from '@/components/ui/avatar'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { Comment, CommentedItem } from '@/server/modules/comments/schema.ts'
import { CommentForm } from './comment-form'
import { type Mentionable, mentionParts } from './mentions'

interface CommentViewProps {
  item: CommentedItem
  comment: Comment
  members: readonly Mentionable[]
  onChanged: () => Promise<unknown>
}

export function CommentView({ item, comment, members, onChanged }: CommentViewProps) {
  const trpc = useTRPC()
  const [is_editing, setEditing] = useState(false)
  const is_editor = useHasRole('editor')
  const is_admin = useHasRole('admin')
  const edit = useAction(trpc.comments.edit, { onDone: onChanged })
  const remove = useAction(trpc.comments.delete)
  const undelete = useAction(trpc.comments.undelete, { onDone: onChanged })
  const { id, author, is_mine, text, mentioned, is_unread, is_deleted, created_at, edited_at } = comment
  const may_edit = is_mine && is_editor

  const deleteIt = () =>
    remove.start({ ...item, id }, ({ undo }) => {
      if (undo !== null) toastWithUndo('Comment deleted', () => undelete.run({ undo }, 'Comment restored'))
      return onChanged()
    })

  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <Avatar name={author} className="size-7" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium [overflow-wrap:anywhere]">{author}</span>
          <span className="text-muted-foreground text-xs">
            <RelativeTime at={created_at} />
            {edited_at ? ' · edited' : ''}
          </span>
          {is_unread ? <span className="font-medium text-primary-ink text-xs">New</span> : null}
        </p>
        {is_editing ? (
          <CommentForm
            label="Edit comment"
            placeholder=""
            submit="Save"
            text={text}
            members={members}
            onCancel={() => setEditing(false)}
            onSubmit={async (changed) => {
              await edit.run({ ...item, id, ...changed })
              setEditing(false)
            }}
          />
        ) : is_deleted ? (
          <p className="text-muted-foreground text-sm italic">This comment was deleted.</p>
        ) : (
          <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
            {mentionParts(text, mentioned).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
              <span key={at} className={part.is_mention ? 'font-medium text-primary-ink' : undefined}>
                {part.text}
              </span>
            ))}
          </p>
        )}
      </div>
      {(may_edit || is_admin) && !is_deleted && !is_editing ? (
        <RowMenu name={`comment of ${author}`}>
          {may_edit ? <DropdownMenuItem onSelect={() => setEditing(true)}>Edit</DropdownMenuItem> : null}
          <DropdownMenuItem label="Delete" variant="destructive" onSelect={() => deleteIt()} />
        </RowMenu>
      ) : null}
    </div>
  )
}
