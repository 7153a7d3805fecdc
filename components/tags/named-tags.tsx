import { useQuery } from '@tanstack/react-query'
import { TagBadge } from '@/components/tags/tag-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'

/** Tags by name, in their colors. Tags that do not exist yet have no color. */
export function NamedTags({ names }: { names: readonly string[] }) {
  const trpc = useTRPC()
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }, { enabled: names.length > 0 }))
  const ids = new Map(tags.data?.rows.map(({ id, name }) => [name.toLowerCase(), id]))
  return (
    <span className="flex flex-wrap gap-1.5">
      {names.map((name) => {
        const id = ids.get(name.toLowerCase())
        return id === undefined ? (
          <Badge key={name} className="h-7">
            <span className="truncate">{name}</span>
          </Badge>
        ) : (
          <TagBadge key={name} id={id} name={name} />
        )
      })}
    </span>
  )
}
