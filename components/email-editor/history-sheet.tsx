import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { LiquidText } from '@/components/liquid-text'
import { DateTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { calls, useAction } from '@/components/use-action'
import type { ListedRevision, RevisedItem } from '@/server/modules/revisions/schema.ts'

interface HistorySheetProps {
  item: RevisedItem
  open: boolean
  /** The text to show. The current one if the list has no such ID. */
  revision_id: number | null
  onChoose: (revision_id: number) => void
  onClose: () => void
  flush: () => Promise<void>
  restore: (revision_id: number) => Promise<unknown>
  draw?: ((content: string) => ReactNode) | undefined
}

/** The earlier texts of a draft with their authors and times, a preview of each, and a button to restore it. */
export function HistorySheet({ item, open, revision_id, onChoose, onClose, flush, restore, draw }: HistorySheetProps) {
  const trpc = useTRPC()
  const [is_stored, setStored] = useState(false)
  useEffect(() => {
    setStored(false)
    // Show stored versions even if the latest changes cannot be saved.
    const done = () => setStored(true)
    if (open) void flush().then(done, done)
  }, [open, flush])
  const list = useQuery(trpc.revisions.list.queryOptions(item, { enabled: open && is_stored, staleTime: 0 }))
  const id = (list.data?.find((revision) => revision.id === revision_id) ?? list.data?.[0])?.id
  const is_current = id === list.data?.[0]?.id
  const shownRevision = useQuery(
    trpc.revisions.get.queryOptions({ ...item, id: id ?? 0 }, { enabled: id !== undefined }),
  )
  const restoring = useAction(calls(restore), {
    invalidates: trpc.revisions,
    done: 'Restored. The previous text stays in the history.',
    onDone: onClose,
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="History"
      description="Changes that one member makes within ten minutes are one entry. The latest 30 are kept."
      className="w-full sm:max-w-4xl"
    >
      {list.error ? (
        <ErrorState as="h3" title="Couldn’t load the history" query={list} />
      ) : list.data?.length === 0 ? (
        <p className="text-muted-foreground text-sm">No changes yet. Earlier texts of this draft appear here.</p>
      ) : list.data ? (
        <div className="grid items-start gap-6 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <ol aria-label="Earlier texts" className="grid max-h-64 gap-1 overflow-y-auto sm:max-h-[75vh]">
            {list.data.map((revision, index) => (
              <li key={revision.id}>
                <Entry
                  revision={revision}
                  is_current={index === 0}
                  is_chosen={revision.id === id}
                  onChoose={() => onChoose(revision.id)}
                />
              </li>
            ))}
          </ol>
          {shownRevision.error ? (
            <ErrorState as="h3" title="Couldn’t load this text" query={shownRevision} />
          ) : shownRevision.data ? (
            <div className="grid min-w-0 gap-4">
              <div className="flex flex-wrap items-start justify-between gap-3">
                <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  <LiquidText text={shownRevision.data.title || 'Untitled'} />
                </p>
                <IfRole atLeast="editor">
                  <Button
                    disabled={is_current}
                    pending={restoring.isPending}
                    onClick={() => restoring.start(shownRevision.data.id)}
                  >
                    Restore
                  </Button>
                </IfRole>
              </div>
              {draw ? (
                draw(shownRevision.data.content)
              ) : (
                <HtmlFrame title="Earlier text" html={framed(shownRevision.data.content)} />
              )}
            </div>
          ) : (
            <Skeleton className="h-96 w-full rounded-xl" />
          )}
        </div>
      ) : (
        <Skeleton className="h-96 w-full rounded-xl" />
      )}
    </Sheet>
  )
}

interface EntryProps {
  revision: ListedRevision
  is_current: boolean
  is_chosen: boolean
  onChoose: () => void
}

function Entry({ revision, is_current, is_chosen, onChoose }: EntryProps) {
  return (
    <button
      type="button"
      aria-current={is_chosen || undefined}
      className={cn(
        'grid w-full gap-0.5 rounded-lg px-3 py-2 text-start text-sm hover:bg-accent',
        is_chosen && 'bg-accent text-accent-foreground',
      )}
      onClick={onChoose}
    >
      <span className="font-medium">
        <DateTime at={revision.updated_at} />
      </span>
      <span className="text-muted-foreground">
        {revision.author || 'Original text'}
        {is_current ? ' · current' : ''}
      </span>
      {revision.reason === 'kept_b' ? (
        <span className="text-muted-foreground">Test ended: version B was kept</span>
      ) : null}
    </button>
  )
}

const framed = (content: string) => `<body style="margin:16px;font:16px/1.6 sans-serif;color:#111827">${content}</body>`
