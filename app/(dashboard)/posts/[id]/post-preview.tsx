import { useEffect, useState } from 'react'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { FilterTabs } from '@/components/list/list-filters'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { useAction } from '@/components/use-action'
import type { PostInput } from '@/server/modules/posts/schema.ts'

interface PostPreviewProps {
  id: number
  /** Includes unsaved changes. */
  shown: PostInput
  open: boolean
  onClose: () => void
}

/** The post as visitors of the site will see it. */
export function PostPreview({ id, shown, open, onClose }: PostPreviewProps) {
  const { start, data, error } = useAction(useTRPC().posts.preview, { showsError: true })
  const [as_buyer, setAsBuyer] = useState(false)
  const { title, content, description, thumbnail_url, thumbnail_alt, topics, is_paid } = shown
  const ask = () => start({ id, as_buyer, title, content, description, thumbnail_url, thumbnail_alt, topics, is_paid })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text does not change while the sheet is open
  useEffect(() => {
    if (open) ask()
  }, [open, as_buyer])
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Preview"
      description="In the style of your site. Only members see it until you publish the post."
      className="w-full sm:max-w-4xl"
    >
      <div className="grid gap-5">
        {is_paid ? (
          <FilterTabs
            label="Shown as"
            value={as_buyer ? 'buyers' : 'everyone'}
            options={[
              { value: 'everyone', label: 'Everyone' },
              { value: 'buyers', label: 'Buyers' },
            ]}
            onChange={(value) => setAsBuyer(value === 'buyers')}
          />
        ) : null}
        {error ? (
          <ErrorState as="h3" error={error} onRetry={ask} />
        ) : data?.mistake ? (
          <Alert tone="warning" title="The text has an error. Correct it to see the post.">
            {data.mistake}
          </Alert>
        ) : data ? (
          <HtmlFrame title="Post" html={data.html} />
        ) : (
          <Skeleton className="h-128 w-full rounded-xl" />
        )}
      </div>
    </Sheet>
  )
}
