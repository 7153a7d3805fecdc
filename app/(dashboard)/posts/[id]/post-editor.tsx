'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { CommentsButton } from '@/components/comments/comments-button'
import { ContentEditor } from '@/components/email-editor/content-editor'
import { HistoryButton } from '@/components/email-editor/history-button'
import { errorText } from '@/components/error-text'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { IfRole, useHasRole } from '@/components/role'
import { PostStatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { useLeave } from '@/components/use-leave'
import { useUnsavedWarning } from '@/components/use-unsaved-warning'
import type { EditedPost, PostInput } from '@/server/modules/posts/schema.ts'
import { PostDetails } from './post-details'
import { Publishing } from './publishing'

/** Published changes are live immediately, so posts save on a button and not while typing. A draft is also saved on leaving. */
export function PostEditor({ post }: { post: EditedPost }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [changes, setChanges] = useState<PostInput>({})
  const may_write = useHasRole('editor')
  const save = useMutation(trpc.posts.save.mutationOptions())
  const shown = { ...post, content: post.source, ...changes }
  const is_changed = Object.keys(changes).length > 0
  const change = (part: PostInput) => setChanges((before) => ({ ...before, ...part }))

  useUnsavedWarning(is_changed)
  const discard = useMutation(trpc.posts.discardUntouched.mutationOptions())
  useLeave(() => {
    if (!may_write || post.status !== 'draft' || (!is_changed && post.title)) return
    const done = is_changed ? save.mutateAsync({ id: post.id, ...changes }) : discard.mutateAsync({ id: post.id })
    void done.then(
      () => client.invalidateQueries(trpc.posts.pathFilter()),
      (error: Error) => toast.error(`The post was not saved: ${errorText(error)}`),
    )
  })

  async function saveChanges() {
    if (is_changed) {
      const saved = await save.mutateAsync({ id: post.id, ...changes })
      client.setQueryData(trpc.posts.get.queryKey({ id: post.id }), saved)
      setChanges({})
    }
    await client.invalidateQueries(trpc.posts.list.pathFilter())
  }
  const restore = useMutation(trpc.posts.restore.mutationOptions())
  const [restored, setRestored] = useState(0)
  const saveNow = () =>
    saveChanges().then(
      () => toast.success(post.status === 'published' ? 'Post saved and live' : 'Post saved'),
      (error: Error) => toast.error(error.message),
    )

  return (
    <Page>
      <PageHeader
        back={{ href: '/posts', label: 'Posts' }}
        title={shown.title || 'New post'}
        badge={<PostStatusBadge status={post.status} />}
        description={is_changed ? 'Unsaved changes' : 'Saved'}
        actions={
          <>
            {post.public_url ? (
              <Button asChild variant="outline">
                <a href={post.public_url} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden /> Open
                </a>
              </Button>
            ) : null}
            <CommentsButton item={{ kind: 'post', item_id: post.id }} />
            <HistoryButton
              item={{ kind: 'post', item_id: post.id }}
              flush={saveChanges}
              restore={async (revision_id) => {
                const saved = await restore.mutateAsync({ id: post.id, revision_id })
                client.setQueryData(trpc.posts.get.queryKey({ id: post.id }), saved)
              }}
              onRestored={() => setRestored(restored + 1)}
            />
            <IfRole atLeast="editor">
              <Button variant="outline" disabled={!is_changed} pending={save.isPending} onClick={() => void saveNow()}>
                Save
              </Button>
              <Publishing post={post} title={shown.title ?? ''} saveChanges={saveChanges} />
            </IfRole>
          </>
        }
      />
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
      <fieldset disabled={!may_write} className="contents">
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
              label="Text"
              content={shown.content ?? ''}
              contentKey={`${post.id} ${restored}`}
              placeholder="Start writing…"
              onChange={(content) => change({ content })}
              editable={may_write}
              isPublic
            />
          </div>
          <PostDetails post={post} shown={shown} onChange={change} />
        </div>
      </fieldset>
    </Page>
  )
}
