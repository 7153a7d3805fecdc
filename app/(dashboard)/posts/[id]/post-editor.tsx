import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { CommentsButton } from '@/components/comments/comments-button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { ContentEditor } from '@/components/email-editor/content-editor'
import { HistoryButton } from '@/components/email-editor/history-button'
import { SaveNote, UnsavedNote } from '@/components/email-editor/save-note'
import { errorText } from '@/components/error-text'
import { fieldProblem } from '@/components/field-problem'
import { ExternalLink, Eye } from '@/components/generated/icons'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { EditableBy, IfRole, useHasRole } from '@/components/role'
import { PostStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { useLeave } from '@/components/use-leave'
import { t } from '@/server/lib/locale/texts.ts'
import type { EditedPost } from '@/server/modules/posts/schema.ts'
import { PostDetails } from './post-details'
import { Publishing } from './publishing'
import { useShares } from './shares'
import { usePostDraft } from './use-post-draft'

const PostPreview = onDemand(async () => (await import('./post-preview')).PostPreview)

/** A draft is saved automatically. Changes of a published post become public when saved, so the user decides when. */
export function PostEditor({ post }: { post: EditedPost }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { id } = post
  const is_public = post.status === 'published'
  const may_write = useHasRole('editor')
  const draft = usePostDraft(post, may_write)
  const { shown, change, flush, state, problem, version } = draft
  const is_unsaved = is_public && state !== 'saved'

  const discardUntouched = useAction(trpc.posts.discardUntouched)
  useLeave(() => {
    if (!may_write) return
    if (is_unsaved)
      toast.info('Your changes to the post are not public yet. This tab keeps them.', {
        action: { label: 'Open the post', onClick: () => router.push(`/posts/${id}`) },
      })
    if (post.status !== 'draft' || draft.has_changed.current || post.title) return
    void discardUntouched
      .run({ id })
      .then(() => client.invalidateQueries(trpc.posts.list.pathFilter()))
      .catch(() => undefined)
  })

  const [previewing, setPreviewing] = useState(false)
  const restoredPost = useRef<EditedPost>(undefined)
  const restore = useAction(trpc.posts.restore)
  const shares = useShares(shown)
  const [is_asked, setAsked] = useState(false)
  async function publishChanges() {
    try {
      await flush()
      toast.success('Your changes are public')
    } catch {
      // The line below the title shows the reason and what to do.
    }
  }
  async function askOrPublish() {
    const wrong = fieldProblem()
    if (wrong) return void toast.error(wrong)
    try {
      if (await shares.mayPublish()) await publishChanges()
      else setAsked(true)
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <Page>
      <PageHeader
        back={{ href: '/posts', label: 'Posts' }}
        title={shown.title || 'New post'}
        badge={<PostStatusBadge status={post.status} />}
        description={
          is_public ? (
            <UnsavedNote state={state} problem={problem} onDiscard={draft.discard} />
          ) : (
            <SaveNote state={state} problem={problem} />
          )
        }
        actions={
          <>
            {post.public_url ? (
              <Button asChild variant="ghost" size="aside">
                <a href={post.public_url} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden /> <span data-text>Open</span>
                </a>
              </Button>
            ) : null}
            <Button variant="ghost" size="aside" onClick={() => setPreviewing(true)}>
              <Eye aria-hidden /> <span data-text>Preview</span>
            </Button>
            <CommentsButton item={{ kind: 'post', item_id: id }} />
            <HistoryButton
              item={{ kind: 'post', item_id: id }}
              // Opening the history must not make changes public.
              flush={is_public ? NOTHING : flush}
              restore={async (revision_id) => {
                if (is_public && is_unsaved) throw new Error(t`Publish or discard your changes first`)
                const saved = await restore.run({ id, revision_id })
                client.setQueryData(trpc.posts.get.queryKey({ id }), saved)
                restoredPost.current = saved
              }}
              onRestored={() => {
                draft.discard()
                if (restoredPost.current) draft.begin(restoredPost.current)
              }}
            />
            <IfRole atLeast="editor">
              {is_public ? (
                <Button disabled={!is_unsaved} pending={state === 'saving'} onClick={() => void askOrPublish()}>
                  Publish changes
                </Button>
              ) : null}
              <Publishing post={post} draftPost={shown} is_unsaved={is_unsaved} draft={draft} />
            </IfRole>
          </>
        }
      />
      <ConflictBar saving={draft} />
      {post.status === 'scheduled' && post.published_at ? (
        <Alert
          tone="info"
          title={
            <>
              Scheduled for <DateTime at={post.published_at} />.
            </>
          }
        />
      ) : null}
      {post.mistake ? (
        <Alert tone="warning" title="The text has an error. Correct it to publish the post.">
          {post.mistake}
        </Alert>
      ) : null}
      <EditableBy atLeast="editor">
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-5">
            <Field label="Title">
              <Input
                value={shown.title}
                maxLength={255}
                placeholder="What is it about?"
                onChange={(event) => change({ title: event.target.value })}
              />
            </Field>
            <ContentEditor
              key={version}
              label="Text"
              content={shown.content ?? ''}
              contentKey={id}
              placeholder="Start writing…"
              onChange={(content) => change({ content })}
              editable={may_write}
              isPublic
            />
          </div>
          <PostDetails key={version} post={post} draft={shown} onChange={change} />
        </div>
      </EditableBy>
      <ConfirmDialog
        open={is_asked}
        onClose={() => setAsked(false)}
        title="Nothing is left for buyers"
        description="Everyone would read the whole post: there is no text behind the paywall."
        confirmLabel="Publish anyway"
        onConfirm={publishChanges}
      />
      <PostPreview id={id} shown={shown} open={previewing} onClose={() => setPreviewing(false)} />
    </Page>
  )
}

const NOTHING = () => Promise.resolve()
