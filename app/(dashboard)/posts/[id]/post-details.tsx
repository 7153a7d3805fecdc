import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { PictureInput } from '@/components/media/picture-input'
import { DateTime } from '@/components/relative-time'
import { SectionCard } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { EditedPost, PostInput } from '@/server/modules/posts/schema.ts'
import { MAX_TOPICS } from '@/server/modules/posts/values-schema.ts'

// Rendered on the server, because their height depends on the URL and their texts.
const PaidSwitch = dynamic(() => import('./paid-switch').then((own) => own.PaidSwitch))
const PostAddress = dynamic(() => import('./post-address').then((own) => own.PostAddress))

interface PostDetailsProps {
  post: EditedPost
  draft: PostInput
  onChange: (change: PostInput) => void
}

/** Address, description and image of the post. */
export function PostDetails({ post, draft, onChange }: PostDetailsProps) {
  return (
    <SectionCard cardClassName="lg:sticky lg:top-8" title="Details" className="grid gap-6">
      <PostAddress post={post} />
      {post.sent_at ? (
        <p className="text-muted-foreground text-sm">
          Sent on <DateTime at={post.sent_at} />
          {post.broadcast_id ? (
            <>
              {' as '}
              <Link className="text-primary-ink underline underline-offset-4" href={`/broadcasts/${post.broadcast_id}`}>
                a broadcast
              </Link>
            </>
          ) : null}
          . Changes here only affect the web version.
        </p>
      ) : null}
      <PaidSwitch isPaid={draft.is_paid ?? false} onChange={(is_paid) => onChange({ is_paid })} />
      <Field label="Description" optional description="Shown below the title and in lists of posts.">
        <Textarea
          value={draft.description ?? ''}
          maxLength={1000}
          rows={3}
          onChange={(event) => onChange({ description: event.target.value || null })}
        />
      </Field>
      <Field
        label="Description for Google"
        optional
        description="Shown in search results. Leave empty to use the description."
      >
        <Textarea
          value={draft.meta_description ?? ''}
          maxLength={1000}
          rows={2}
          onChange={(event) => onChange({ meta_description: event.target.value || null })}
        />
      </Field>
      <Topics topics={draft.topics ?? []} onChange={(topics) => onChange({ topics })} />
      <Field label="Image URL" optional description="Shown at the top of the post and in link previews.">
        <PictureInput
          value={draft.thumbnail_url ?? ''}
          onChange={(url) => onChange({ thumbnail_url: url || null })}
          onChoose={(url, { alt }) =>
            onChange({ thumbnail_url: url, ...(alt && !draft.thumbnail_alt && { thumbnail_alt: alt }) })
          }
        />
      </Field>
      {draft.thumbnail_url ? (
        <Field label="Image description" description="For those who can’t see the image.">
          <Input
            value={draft.thumbnail_alt ?? ''}
            maxLength={1000}
            onChange={(event) => onChange({ thumbnail_alt: event.target.value || null })}
          />
        </Field>
      ) : null}
    </SectionCard>
  )
}

/** Keeps the text as typed, because a trailing comma means nothing yet. */
function Topics({ topics, onChange }: { topics: string[]; onChange: (topics: string[]) => void }) {
  const [topicText, setTopicText] = useState(topics.join(', '))
  const enteredTopics = topicsOf(topicText)
  return (
    <Field
      label="Topics"
      optional
      description="Separated by commas. Visitors of your site can list the posts of a topic."
      error={enteredTopics.length > MAX_TOPICS ? `A post can have ${MAX_TOPICS} topics` : undefined}
    >
      <Input
        value={topicText}
        maxLength={250}
        placeholder="Garden, Light"
        onChange={({ target }) => {
          setTopicText(target.value)
          const changed = topicsOf(target.value)
          if (changed.length <= MAX_TOPICS) onChange(changed)
        }}
      />
    </Field>
  )
}

const topicsOf = (typed: string) =>
  typed
    .split(',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '')
