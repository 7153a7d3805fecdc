import type { ReactNode } from 'react'
import { formatNumber } from '@/components/format'

export interface BarListItem {
  key: string | number
  label: string
  value: number
  /** Opens in a new tab. */
  href?: string
  /** Change from an earlier value, shown below this one. */
  change?: ReactNode
  /** A second figure, such as a share. */
  detail?: ReactNode
}

interface BarListProps {
  /** Accessible name of the list: "Links by clicks". */
  label: string
  items: readonly BarListItem[]
  /** Unit of the values: "clicks". */
  noun: string
}

/** A ranked list with bars. */
export function BarList({ label, items, noun }: BarListProps) {
  const largestValue = Math.max(1, ...items.map(({ value }) => value))
  return (
    <ol aria-label={label} className="grid gap-1.5">
      {items.map(({ key, label: name, value, href, change, detail }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 text-sm">
          <span className="relative flex h-9 min-w-0 items-center rounded-md px-3">
            <span
              aria-hidden
              className="absolute inset-y-0 inset-s-0 min-w-1 rounded-md bg-primary-soft"
              style={{ width: `${(value / largestValue) * 100}%` }}
            />
            {href ? (
              <a
                href={href}
                target="_blank"
                rel="noreferrer"
                title={name}
                className="relative truncate rounded-sm underline-offset-4 hover:underline"
              >
                {name}
              </a>
            ) : (
              <span className="relative truncate" title={name}>
                {name}
              </span>
            )}
          </span>
          <span className="figures flex items-baseline gap-2 text-end">
            <span>
              <span className="font-medium">{formatNumber(value)}</span>
              <span className="sr-only"> {noun}</span>
              {change}
            </span>
            {detail ? <span className="min-w-16 whitespace-nowrap text-muted-foreground">{detail}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
