import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { TagColor } from '@/server/modules/tags/colors-schema.ts'
import { TAG_TONE } from './tag-colors'

interface TagBadgeProps extends Omit<ComponentProps<'span'>, 'id' | 'color'> {
  id: number
  name: string
  /** Looked up if undefined. */
  color?: TagColor | null
  /** Content after the name, such as a remove button. */
  children?: ReactNode
}

/** A tag in its color. */
export function TagBadge({ color, ...props }: TagBadgeProps) {
  return color === undefined ? <LookedUp {...props} /> : <Colored color={color} {...props} />
}

/** Returns a function from tag ID to color, null for a tag without one. Undefined while loading. */
export function useTagColors(): ((id: number) => TagColor | null) | undefined {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.tags.colors.queryOptions(undefined, { staleTime: 60_000 }))
  return data && ((id) => data[id] ?? null)
}

function LookedUp(props: Omit<TagBadgeProps, 'color'>) {
  return <Colored color={useTagColors()?.(props.id) ?? null} {...props} />
}

function Colored({ id, name, color, className, children, ...props }: TagBadgeProps) {
  return (
    <Badge tone={color ? TAG_TONE[color] : 'neutral'} className={cn('h-7', className)} {...props}>
      <span className="truncate">{name}</span>
      {children}
    </Badge>
  )
}
