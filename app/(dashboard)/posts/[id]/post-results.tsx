import type { EditedPost, PostInput } from '@/server/modules/posts/schema.ts'

/** The post as a search result, and as a link that someone shares. */
export function PostResults({ post, draft }: { post: EditedPost; draft: PostInput }) {
  const title = draft.title || 'New post'
  const words = draft.description ?? ''
  const host = URL.parse(post.site_url)?.host ?? post.site_url
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <figcaption className="text-muted-foreground text-xs">Search result</figcaption>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 rounded-xl border border-border p-3.5 text-sm">
          <span className="truncate text-muted-foreground text-xs">
            {host} › {post.own_slug ?? '…'}
          </span>
          <span className="line-clamp-2 font-medium text-base text-info-ink">{title}</span>
          <span className="line-clamp-2 text-muted-foreground">
            {draft.meta_description || words || 'Without a description, search engines show the beginning of the text.'}
          </span>
        </div>
      </figure>
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <figcaption className="text-muted-foreground text-xs">Shared link</figcaption>
        <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-xl border border-border text-sm">
          {draft.thumbnail_url ? (
            // biome-ignore lint/performance/noImgElement: the image may be on any site
            <img
              src={draft.thumbnail_url}
              alt=""
              referrerPolicy="no-referrer"
              className="aspect-[1.91] w-full bg-muted object-cover"
            />
          ) : (
            <span className="grid aspect-[1.91] place-items-center bg-primary p-6 text-center font-semibold text-lg text-primary-foreground leading-tight tracking-tight">
              <span className="line-clamp-3 text-balance">{title}</span>
            </span>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 p-3.5">
            <span className="truncate text-muted-foreground text-xs">{host}</span>
            <span className="line-clamp-2 font-medium">{title}</span>
            {words ? <span className="line-clamp-1 text-muted-foreground">{words}</span> : null}
          </div>
        </div>
      </figure>
    </div>
  )
}
