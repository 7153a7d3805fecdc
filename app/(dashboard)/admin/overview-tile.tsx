import Link from 'next/link'
import type { ReactNode } from 'react'
import { ArrowRight } from '@/components/generated/icons'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'

interface OverviewTileProps {
  title: string
  href: string
  value: string
  noun: string
  facts: string[]
  /** A second line of facts. */
  more?: string[]
  /** Current problems. */
  alarms?: (string | false)[]
  /** True for the full width of the page. */
  wide?: boolean
  children: ReactNode
}

/** A figure with a chart and a link to its page. */
export function OverviewTile({
  title,
  href,
  value,
  noun,
  facts,
  more = [],
  alarms = [],
  wide = false,
  children,
}: OverviewTileProps) {
  const shownAlarms = alarms.filter((alarm) => alarm !== false)
  return (
    <Card className={cn('grid content-between gap-4 p-5', wide && 'md:col-span-full')}>
      <div className="grid gap-1">
        <div className="flex min-h-6 items-center justify-between gap-3">
          <h2 className="font-semibold text-sm">
            <Link href={href} className="group inline-flex items-center gap-1.5 rounded-sm hover:underline">
              {title}
              <ArrowRight aria-hidden className="size-3.5 text-muted-foreground" />
            </Link>
          </h2>
          {shownAlarms.map((alarm) => (
            <Badge key={alarm} tone="danger">
              {alarm}
            </Badge>
          ))}
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="figures font-semibold text-3xl tracking-[-0.03em]">{value}</span>
          <span className="text-muted-foreground text-sm">{noun}</span>
        </p>
        <p className="text-muted-foreground text-sm">{facts.join(' · ')}</p>
        {more.length > 0 ? <p className="text-muted-foreground text-sm">{more.join(' · ')}</p> : null}
      </div>
      {children}
    </Card>
  )
}
