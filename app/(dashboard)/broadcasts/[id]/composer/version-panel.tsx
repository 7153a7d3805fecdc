import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { TabsContent } from '@/components/ui/tabs'

export const NAMES = ['A', 'B', 'C']

interface PanelProps extends Omit<ComponentProps<typeof TabsContent>, 'value'> {
  version: number
  shown: number
  chosen: number
}

/**
 * Panel of a version. While another one is opening, the previous panel is hidden, so nothing can be typed into it, and stays mounted until
 * it is saved.
 */
export function Panel({ version, shown, chosen, className, children, ...props }: PanelProps) {
  const is_opening = shown !== chosen
  const is_shown = version === shown
  return (
    <TabsContent
      value={String(version)}
      data-version={is_shown && !is_opening ? version : undefined}
      data-opening={is_opening ? '' : undefined}
      forceMount={is_shown}
      hidden={version !== chosen}
      inert={is_opening}
      className={cn('grid min-w-0', className)}
      {...props}
    >
      {is_shown ? children : <OpeningNote name={NAMES[version - 1]} />}
    </TabsContent>
  )
}

const OpeningNote = ({ name }: { name: string | undefined }) => (
  <div className="grid gap-5">
    <p role="status" className="text-muted-foreground text-sm">
      Opening version {name}…
    </p>
    <Skeleton className="h-9.5 w-full rounded-lg" />
    <Skeleton className="h-9.5 w-full rounded-lg" />
    <Skeleton className="h-108 w-full rounded-xl" />
  </div>
)
