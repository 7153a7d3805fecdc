import dynamic from 'next/dynamic'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { ChevronDown } from '@/components/generated/icons'
import { PictureDrop } from '@/components/media/picture-drop'
import { DateTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { Card, CardContent } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import type { EditedPost, PostInput } from '@/server/modules/posts/schema.ts'
import { MAX_TOPICS } from '@/server/modules/posts/values-schema.ts'
import { PostResults } from './post-results'

// Rendered on the server, because their height depends on the URL and their texts.
const PaidSwitch = dynamic(() => import('./paid-switch').then((own) => own.PaidSwitch))
const PostAddress = dynamic(() => import('./post-address').then((own) => own.PostAddress))

interface PostDetailsProps {
  post: EditedPost
  draft: PostInput
  onChange: (change: PostInput) => void
}

/** Image and description of the post, and what search engines and shared links show of it. What few posts need is folded. */
export function PostDetails({ post, draft, onChange }: PostDetailsProps) {
  const may_write = useHasRole('editor')
  return (
    <Card className="lg:sticky lg:top-8">
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="sr-only">Details</h2>
        <PictureDrop
          label="Add an image"
          hint="Drop one here, or choose it. Shown at the top and in shared links."
          value={draft.thumbnail_url ?? ''}
          disabled={!may_write}
          onChoose={({ url, alt }) =>
            onChange({ thumbnail_url: url, ...(alt && !draft.thumbnail_alt && { thumbnail_alt: alt }) })
          }
          onRemove={() => onChange({ thumbnail_url: null })}
        />
        {draft.thumbnail_url ? (
          <Field label="Image description" description="For those who can’t see the image.">
            <Input
              value={draft.thumbnail_alt ?? ''}
              maxLength={1000}
              onChange={(event) => onChange({ thumbnail_alt: event.target.value || null })}
            />
          </Field>
        ) : null}
        <Field label="Description" optional description="Shown below the title and in lists of posts.">
          <Textarea
            value={draft.description ?? ''}
            maxLength={1000}
            rows={3}
            onChange={(event) => onChange({ description: event.target.value || null })}
          />
        </Field>
        <PaidSwitch isPaid={draft.is_paid ?? false} onChange={(is_paid) => onChange({ is_paid })} />
        <PostAddress post={post} />
        {post.sent_at ? (
          <p className="text-muted-foreground text-sm">
            Sent on <DateTime at={post.sent_at} />
            {post.broadcast_id ? (
              <>
                {' as '}
                <Link
                  className="text-primary-ink underline underline-offset-4"
                  href={`/broadcasts/${post.broadcast_id}`}
                >
                  a broadcast
                </Link>
              </>
            ) : null}
            . Changes here only affect the web version.
          </p>
        ) : null}
        <Folded title="In search results and shared links">
          <PostResults post={post} draft={draft} />
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
        </Folded>
        <Folded title="Topics">
          <Topics topics={draft.topics ?? []} onChange={(topics) => onChange({ topics })} />
        </Folded>
      </CardContent>
    </Card>
  )
}

const Folded = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group/folded border-border border-t pt-4">
    <summary className="flex cursor-pointer list-none items-center justify-between gap-3 rounded-md font-medium text-sm max-md:min-h-11 [&::-webkit-details-marker]:hidden">
      {title}
      <ChevronDown
        aria-hidden
        className="size-4 text-muted-foreground transition-transform group-open/folded:rotate-180"
      />
    </summary>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-4">{children}</div>
  </details>
)

/** Keeps the text as typed, because a trailing comma means nothing yet. */
function Topics({ topics, onChange }: { topics: string[]; onChange: (topics: string[]) => void }) {
  const [topicText, setTopicText] = useState(topics.join(', '))
  const enteredTopics = topicsOf(topicText)
  return (
    <Field
      label="Topics of this post"
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
