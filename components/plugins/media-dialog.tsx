import { useInfiniteQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { measureImage } from '@/components/editor/image-width'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { useTRPCClient } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useDebounced } from '@/components/use-debounced'
import type { MediaItem, Plugin } from '@/server/modules/plugins/schema.ts'
import {
  defaultsOf,
  postedSettings,
  type SettingValues,
  settingProblems,
} from '@/server/modules/plugins/settings-schema.ts'
import { ImageDetailsForm } from './image-details-form'
import { SettingsForm } from './settings-form'

const PAUSE_MS = 300

interface MediaDialogProps {
  plugin: Plugin
  editor: Editor
  onClose: () => void
}

/** Searches an app’s images and inserts one with its description. */
export function MediaDialog({ plugin, editor, onClose }: MediaDialogProps) {
  const client = useTRPCClient()
  const [chosenItem, setChosenItem] = useState<MediaItem>()

  function place(item: MediaItem, { alt, caption }: { alt: string; caption: string }) {
    const credit = item.attribution
    const link = credit?.href ? { marks: [{ type: 'link', attrs: { href: credit.href } }] } : {}
    const captionText = [
      ...(caption ? [{ type: 'text', text: credit ? `${caption} – ` : caption }] : []),
      ...(credit ? [{ type: 'text', text: credit.label, ...link }] : []),
    ]
    const captionBlock = {
      type: 'paragraph',
      content: captionText.map((word) => ({ ...word, marks: [...marksOf(word), { type: 'italic' }] })),
    }
    editor
      .chain()
      .focus()
      .placeBlock([
        { type: 'image', attrs: { src: item.url, alt: alt || null } },
        ...(captionText.length > 0 ? [captionBlock] : []),
      ])
      .run()
    measureImage(editor, { src: item.url })
    // Insert the image even if the app can’t be notified.
    if (item.notice) client.plugins.placed.mutate({ notice: item.notice }).catch(() => undefined)
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      title={plugin.name}
      description={plugin.description || `Images from ${plugin.app.name}`}
      className="sm:max-w-4xl"
    >
      {chosenItem ? (
        <ImageDetailsForm
          item={chosenItem}
          onBack={() => setChosenItem(undefined)}
          onSubmit={(texts) => place(chosenItem, texts)}
        />
      ) : (
        <Gallery plugin={plugin} onChoose={setChosenItem} />
      )}
    </Dialog>
  )
}

const marksOf = (word: object): { type: string }[] => ('marks' in word ? (word.marks as { type: string }[]) : [])

function Gallery({ plugin, onChoose }: { plugin: Plugin; onChoose: (item: MediaItem) => void }) {
  const [values, setValues] = useState<SettingValues>(() => defaultsOf(plugin.settings))
  const media = useMedia(plugin, useDebounced(values, PAUSE_MS))
  const items = media.data?.pages.flatMap((page) => page.items) ?? []
  const loadMore = () => {
    if (!media.isFetching) void media.fetchNextPage({ cancelRefetch: false })
  }
  return (
    <>
      {plugin.settings.length > 0 ? (
        <div className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] [&_fieldset]:contents [&_legend]:sr-only">
          <SettingsForm
            plugin={plugin}
            values={values}
            problems={settingProblems(plugin.settings, values)}
            onChange={setValues}
          />
        </div>
      ) : null}
      <section
        aria-label="Images"
        aria-busy={media.isFetching}
        className={cn('grid gap-4', media.isPlaceholderData && 'opacity-50')}
      >
        {media.error ? (
          <ErrorState
            as="h3"
            title="Couldn’t load images"
            description={media.error.message}
            onRetry={() => void media.refetch()}
          />
        ) : media.isSuccess && items.length === 0 ? (
          <EmptyState as="h3" illustration="search" title="No images found" description="Try another search." />
        ) : (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {media.isPending ? WAITING.map((at) => <Skeleton key={at} className="aspect-4/3 rounded-lg" />) : null}
            {items.map((item) => (
              <li key={item.id} className="min-w-0">
                <button
                  type="button"
                  className="group grid w-full gap-1 rounded-lg text-start text-xs"
                  onClick={() => onChoose(item)}
                >
                  {/* biome-ignore lint/performance/noImgElement: this server does not optimize images on other sites */}
                  <img
                    src={item.thumbnail_url}
                    alt={item.alt || item.title || 'Untitled image'}
                    loading="lazy"
                    referrerPolicy="no-referrer"
                    className="aspect-4/3 w-full rounded-lg border border-border bg-muted object-cover group-hover:border-ring"
                  />
                  <span className="truncate text-muted-foreground">{item.attribution?.label ?? item.title}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {media.hasNextPage && !media.error ? (
          <Button
            ref={(button) => loadWhenSeen(button, loadMore)}
            variant="outline"
            className="justify-self-center"
            pending={media.isFetchingNextPage}
            onClick={loadMore}
          >
            Load more
          </Button>
        ) : null}
      </section>
    </>
  )
}

const WAITING = [1, 2, 3, 4, 5, 6, 7, 8]

function useMedia(plugin: Plugin, values: SettingValues) {
  const client = useTRPCClient()
  const settings = postedSettings(plugin.settings, values)
  return useInfiniteQuery({
    queryKey: ['pictures of an app', plugin.id, settings],
    queryFn: ({ pageParam }) => client.plugins.media.mutate({ plugin_id: plugin.id, settings, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    placeholderData: (former) => former,
    enabled: Object.keys(settingProblems(plugin.settings, values)).length === 0,
    retry: false,
  })
}

/** Loads the next page when the end of the list scrolls into view. */
function loadWhenSeen(button: HTMLButtonElement | null, load: () => void) {
  if (!button) return
  const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? load() : undefined))
  observer.observe(button)
  return () => observer.disconnect()
}
