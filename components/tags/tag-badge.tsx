'use client'

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
  /** Where it is known. Otherwise that of the tag is looked up. */
  color?: TagColor | null
  /** Behind the name, such as a button that removes it. */
  children?: ReactNode
}

/** A tag in its color. */
export function TagBadge({ id, name, color, className, children, ...props }: TagBadgeProps) {
  const trpc = useTRPC()
  const colors = useQuery(trpc.tags.colors.queryOptions(undefined, { enabled: color === undefined, staleTime: 60_000 }))
  const shown = color === undefined ? colors.data?.[id] : color
  return (
    <Badge tone={shown ? TAG_TONE[shown] : 'neutral'} className={cn('h-7', className)} {...props}>
      <span className="truncate">{name}</span>
      {children}
    </Badge>
  )
}
