import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/empty-state'
import { formatCount } from '@/components/format'
import { Merge } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { TagBadge } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { DuplicateGroup } from '@/server/modules/tag-merges/schema.ts'

interface DuplicatesDialogProps {
  onMerge: (from: { id: number; name: string }, into_id: number) => void
  onClose: () => void
}

const REASON: Record<DuplicateGroup['reason'], string> = {
  names: 'Similar names',
  subscribers: 'The same subscribers',
}

/** Lists tags that are probably duplicates. */
export function DuplicatesDialog({ onMerge, onClose }: DuplicatesDialogProps) {
  const trpc = useTRPC()
  const groups = useQuery(trpc.tag_merges.duplicates.queryOptions(undefined, { staleTime: 0 }))
  return (
    <Dialog
      onClose={onClose}
      title="Possible duplicates"
      description="Tags whose names differ only in case, spaces, punctuation or plural, or that have the same subscribers."
    >
      <Loaded query={groups} as="h3" loading={<RowsSkeleton rows={3} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState as="h3" illustration="tags" title="No duplicates found" />
          ) : (
            <ul className="grid gap-3">
              {data.map(({ reason, tags }) => {
                const [target, ...duplicates] = tags
                if (!target) return null
                return (
                  <li key={`${reason} ${target.id}`} className="grid gap-2 rounded-xl border border-border p-4">
                    <p className="text-muted-foreground text-xs">{REASON[reason]}</p>
                    <div className="flex flex-wrap items-center gap-2 text-sm">
                      <TagBadge id={target.id} name={target.name} />
                      <span className="text-muted-foreground">{formatCount(target.count, 'subscriber')}</span>
                    </div>
                    {duplicates.map((tag) => (
                      <div key={tag.id} className="flex flex-wrap items-center gap-2 text-sm">
                        <TagBadge id={tag.id} name={tag.name} />
                        <span className="flex-1 text-muted-foreground">{formatCount(tag.count, 'subscriber')}</span>
                        <Button
                          variant="outline"
                          size="sm"
                          aria-label={`Merge “${tag.name}” into “${target.name}”`}
                          onClick={() => onMerge(tag, target.id)}
                        >
                          <Merge aria-hidden /> Merge
                        </Button>
                      </div>
                    ))}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
