import type { Column } from '@/components/data-table'
import { formatPercent } from '@/components/format'
import { ListedTime } from '@/components/relative-time'

interface Named {
  email_address: string
  first_name: string | null
}

/** The address of a subscriber, with the first name below. */
export const subscriberColumn: Column<Named> = {
  key: 'subscriber',
  header: 'Subscriber',
  cell: ({ email_address, first_name }) => (
    <span className="grid">
      <span className="truncate">{email_address}</span>
      {first_name ? <span className="truncate font-normal text-muted-foreground">{first_name}</span> : null}
    </span>
  ),
}

interface DateColumn<Row> extends Pick<Column<Row>, 'header' | 'from' | 'phone'> {
  /** Date shown at the end of the row. */
  date: (row: Row) => string
}

interface RateColumn<Row> extends Pick<Column<Row>, 'header'> {
  /** A rate in percent, or null when nothing was sent. */
  rate: (row: Row) => number | null | undefined
}

export type ListColumn<Row> = Column<Row> | DateColumn<Row> | RateColumn<Row>

export function toColumn<Row>(column: ListColumn<Row>): Column<Row> {
  if ('date' in column) {
    const { date, ...layout } = column
    const className = 'whitespace-nowrap text-muted-foreground'
    return { key: 'date', align: 'end', className, cell: (row) => <ListedTime at={date(row)} />, ...layout }
  }
  if ('rate' in column) {
    const { rate, header } = column
    return { key: header.toLowerCase(), header, align: 'end', cell: (row) => formatRate(rate(row)) }
  }
  return column
}

const formatRate = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatPercent(value)
