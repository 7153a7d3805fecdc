import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { ShowMore } from '@/components/show-more'
import { useTRPC } from '@/components/trpc-provider'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import type { Picture } from '@/server/modules/media/schema.ts'
import { picturesQuery } from './queries'
import { groundOf, webpUrl } from './upload'

interface PictureGridProps {
  search: string
  /** Heading level below the page's or dialog's heading. */
  as: 'h2' | 'h3'
  /** Shown if the library has no images. */
  empty: ReactNode
  onChoose: (picture: Picture) => void
}

/** The library's images as buttons, newest first. */
export function PictureGrid({ search, as, empty, onChoose }: PictureGridProps) {
  const trpc = useTRPC()
  const list = useInfiniteQuery({ ...picturesQuery(trpc, search), placeholderData: keepPreviousData })
  const pictures = list.data?.pages.flatMap((page) => page.pictures) ?? []
  if (list.error) return <ErrorState as={as} query={list} />
  if (list.isSuccess && pictures.length === 0)
    return search ? (
      <EmptyState as={as} illustration="search" title="No images found" description="Try another search." />
    ) : (
      empty
    )
  return (
    <section aria-label="Images" aria-busy={list.isFetching} className="grid gap-6">
      <ul
        className={cn('grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4', list.isPlaceholderData && 'opacity-60')}
      >
        {list.isPending ? WAITING.map((at) => <Skeleton key={at} className="aspect-4/3 rounded-lg" />) : null}
        {pictures.map((picture) => (
          <li key={picture.id} className="min-w-0">
            <button
              type="button"
              className="group grid w-full gap-1.5 rounded-lg text-start text-sm"
              onClick={() => onChoose(picture)}
            >
              {/* biome-ignore lint/performance/noImgElement: the library has its own sizes */}
              <img
                src={webpUrl(picture.thumbnail_url)}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                loading="lazy"
                className={cn(
                  'aspect-4/3 w-full rounded-lg border border-border object-contain group-hover:border-ring',
                  groundOf(picture.thumbnail_url),
                )}
              />
              <span className="truncate text-muted-foreground">{picture.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <ShowMore list={list} className="justify-self-center" />
    </section>
  )
}

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8]
