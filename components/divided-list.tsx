import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

interface DividedListProps<Row> {
  rows: readonly Row[]
  rowId: (row: Row) => string | number
  /** Shown if there are no rows. */
  empty?: ReactNode
  /** Class name of each row. */
  className?: string
  children: (row: Row) => ReactNode
}

/** A short list, such as in a card, with lines between rows. */
export const DividedList = <Row,>({ rows, rowId, empty, className, children }: DividedListProps<Row>) =>
  rows.length === 0 && empty ? (
    <p className="text-muted-foreground text-sm">{empty}</p>
  ) : (
    <ul className="grid divide-y divide-border">
      {rows.map((row) => (
        <li key={rowId(row)} className={cn('py-3 text-sm first:pt-0 last:pb-0', className)}>
          {children(row)}
        </li>
      ))}
    </ul>
  )
