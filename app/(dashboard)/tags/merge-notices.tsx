import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorText } from '@/components/error-text'
import { formatCount } from '@/components/format'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { ListedMerge } from '@/server/modules/tag-merges/schema.ts'
import { endedSince } from './ended-since'
import { mergesQuery } from './queries'

/**
 * Shows running merges, and merges of the last hour that the member can undo. A toast offers an undo when a merge ends while it is shown.
 */
export function MergeNotices() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const merges = useQuery(mergesQuery(trpc))
  const may_write = useHasRole('editor')
  const undo = useAction(trpc.tag_merges.undo, { invalidates: trpc })
  async function takeBack({ id, from_name }: ListedMerge) {
    await undo.run({ id }, `Restored “${from_name}”`)
    // Tags are shown on many pages.
  }
  const latest = useRef(takeBack)
  latest.current = takeBack
  const knownStates = useRef<Map<number, ListedMerge['state']>>(undefined)
  useEffect(() => {
    if (!merges.data) return
    const earlierStates = knownStates.current
    knownStates.current = new Map(merges.data.map(({ id, state }) => [id, state]))
    if (!earlierStates) return
    const ended = endedSince(earlierStates, merges.data)
    for (const merge of ended)
      toastWithUndo(`Merged “${merge.from_name}” into “${merge.into_name}”`, () => latest.current(merge))
    const has_stopped = [...earlierStates].some(([id, state]) => state === 'running' && !knownStates.current?.has(id))
    if (ended.length === 0 && !has_stopped) return
    void client.invalidateQueries(trpc.tags.pathFilter())
    void client.invalidateQueries(trpc.tag_merges.duplicates.queryFilter())
  }, [merges.data, client, trpc])
  return merges.data?.map((merge) =>
    merge.state === 'running' ? (
      <Alert key={merge.id} tone="info" title={`Merging “${merge.from_name}” into “${merge.into_name}”`}>
        {formatCount(merge.done, 'subscriber')} done. You can leave this page.
      </Alert>
    ) : may_write ? (
      <Alert
        key={merge.id}
        tone="info"
        title={`“${merge.from_name}” was merged into “${merge.into_name}”`}
        actions={
          <Button
            variant="outline"
            size="sm"
            aria-label={`Undo merge: ${merge.from_name}`}
            pending={undo.isPending && undo.variables.id === merge.id}
            onClick={() => void takeBack(merge).catch((error: unknown) => toast.error(errorText(error)))}
          >
            Undo
          </Button>
        }
      >
        You can undo this for an hour, while nothing that uses the tag is changed.
      </Alert>
    ) : null,
  )
}
