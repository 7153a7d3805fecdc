import { Button } from '@/components/ui/button'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Loads more rows of a list. Renders nothing at its end. */
export function ShowMore({
  list,
  label = 'Show more',
  size = 'sm',
  className,
}: {
  list: Pages
  label?: string
  size?: 'sm' | 'md'
  className?: string
}) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="outline"
      size={size}
      className={className}
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  )
}
