import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { httpStatus } from '@/components/request-error'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { EditedPost } from '@/server/modules/posts/schema.ts'
import { SharesNote, useShares } from './shares'
import type { PostDraft } from './use-post-draft'

/** Someone else saved the post while it was open here. */
const changedText = () =>
  t`Someone changed the text since you opened it. This page shows their text now: read it, then publish it.`

interface PublishingProps {
  post: EditedPost
  /** The texts on the page, which may be unsaved. */
  draftPost: PostDraft['shown']
  /** True if the post is public and its changes are not. */
  is_unsaved: boolean
  /** `flush` saves changes, and throws if they cannot be saved. */
  draft: Pick<PostDraft, 'flush' | 'shownVersion' | 'catchUp'>
}

/** Publishes, schedules and unpublishes a post. */
export function Publishing({ post, draftPost, is_unsaved, draft }: PublishingProps) {
  const { title } = draftPost
  const trpc = useTRPC()
  const client = useQueryClient()
  const publish = useAction(trpc.posts.publish)
  const unpublish = useAction(trpc.posts.unpublish)
  const [open, setOpen] = useState(false)
  const [publishedAt, setPublishedAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const shares = useShares(draftPost)

  async function show(saved: EditedPost) {
    client.setQueryData(trpc.posts.get.queryKey({ id: post.id }), saved)
    await client.invalidateQueries(trpc.posts.list.pathFilter())
  }

  async function makeDraft({ id, published_at }: EditedPost) {
    try {
      await show(await unpublish.run({ id }))
      // Without an undo, because publishing again would publish the changes too.
      if (is_unsaved) return void toast.success('The post is a draft and keeps its address')
      toastWithUndo('The post is a draft and keeps its address', async () =>
        show(await publish.run({ id, ...(published_at ? { published_at } : {}) })),
      )
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  async function publishNow() {
    const wrong = fieldProblem()
    setProblem(wrong)
    if (wrong) return
    try {
      await draft.flush()
    } catch (error) {
      // If someone else changed the post, the typed text stays until the user has chosen in the bar above it.
      return setProblem(errorText(error))
    }
    try {
      if (!(await shares.mayPublish())) return
      const text_version = draft.shownVersion()
      const savedPost = await publish.run({
        id: post.id,
        text_version,
        ...(publishedAt ? { published_at: publishedAt } : {}),
      })
      setOpen(false)
      await show(savedPost)
      toast.success(savedPost.status === 'published' ? 'Post published' : 'Post scheduled')
    } catch (error) {
      const is_changed = httpStatus(error) === 409 && (await draft.catchUp().catch(() => false))
      setProblem(is_changed ? changedText() : errorText(error))
    }
  }

  if (post.status !== 'draft') {
    return (
      <Button variant="outline" pending={unpublish.isPending} onClick={() => void makeDraft(post)}>
        {post.status === 'published' ? 'Unpublish' : 'Unschedule'}
      </Button>
    )
  }
  return (
    <>
      <Button
        onClick={() => {
          shares.begin()
          setOpen(true)
        }}
      >
        Publish
      </Button>
      <ActionDialog
        title={title ? `Publish “${title}”` : 'Publish this post'}
        description={
          draftPost.is_paid
            ? 'Anyone can read its beginning on your public page, and buyers all of it. No email is sent.'
            : 'Anyone can read it on your public page. No email is sent.'
        }
        open={open}
        onClose={() => setOpen(false)}
        pending={publish.isPending}
        confirmLabel={shares.is_asked ? 'Publish anyway' : 'Publish'}
        onConfirm={publishNow}
      >
        {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
        <SharesNote shares={shares.shares} />
        <Field label="Publish date" optional description="Leave empty to publish now. A past date is only displayed.">
          <DateTimeInput value={publishedAt} onChange={setPublishedAt} />
        </Field>
      </ActionDialog>
    </>
  )
}
