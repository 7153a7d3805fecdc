import type { ReactNode } from 'react'
import type { Column } from '@/components/data-table-head'
import { formatPercent } from '@/components/format'
import { ListedTime, RelativeTime } from '@/components/relative-time'

interface Named {
  email_address: string
  first_name: string | null
}

/** A subscriber's address, with the first name below. */
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
  /** A rate in percent. Null: nothing was sent. */
  rate: (row: Row) => number | null | undefined
}

interface Layout<Row> extends Omit<Column<Row>, 'key' | 'cell'> {
  /** Required for columns that are added and removed while the table is shown. */
  key?: string
}

interface CellColumn<Row> extends Layout<Row> {
  cell: (row: Row) => ReactNode
}

interface FigureColumn<Row> extends Layout<Row> {
  /** A number or similar, aligned to the end in one line. */
  figure: (row: Row) => ReactNode
}

interface LinesColumn<Row> extends Layout<Row> {
  /** The row's text and an optional smaller line below. */
  lines: (row: Row) => readonly [ReactNode, ReactNode]
}

interface AgoColumn<Row> extends Layout<Row> {
  /** A time in the past, or null. */
  ago: (row: Row) => string | null
}

/** Columns by content. `cell` is for everything else. */
export type ListColumn<Row> =
  | CellColumn<Row>
  | FigureColumn<Row>
  | DateColumn<Row>
  | RateColumn<Row>
  | LinesColumn<Row>
  | AgoColumn<Row>

const TIME_STYLE = 'whitespace-nowrap text-muted-foreground'

/** Converts to table columns, with their positions as default keys. */
export const toColumns = <Row,>(columns: readonly ListColumn<Row>[]): Column<Row>[] =>
  columns.map((column, index) => ({ key: String(index), ...toColumn(column) }))

function toColumn<Row>(column: ListColumn<Row>): CellColumn<Row> {
  if ('date' in column) {
    const { date, ...layout } = column
    return { align: 'end', className: TIME_STYLE, cell: (row) => <ListedTime at={date(row)} />, ...layout }
  }
  if ('rate' in column) {
    const { rate, ...layout } = column
    return { align: 'end', cell: (row) => formatRate(rate(row)), ...layout }
  }
  if ('figure' in column) {
    const { figure, ...layout } = column
    return { align: 'end', className: 'whitespace-nowrap', cell: figure, ...layout }
  }
  if ('lines' in column) {
    const { lines, ...layout } = column
    return { ...layout, cell: (row) => <Lines lines={lines(row)} /> }
  }
  if ('ago' in column) {
    const { ago, ...layout } = column
    const cell = (row: Row) => {
      const at = ago(row)
      return at === null ? '–' : <RelativeTime at={at} />
    }
    return { className: TIME_STYLE, ...layout, cell }
  }
  return column
}

const Lines = ({ lines: [text, below] }: { lines: readonly [ReactNode, ReactNode] }) => (
  <span className="grid gap-0.5">
    <span className="[overflow-wrap:anywhere]">{text}</span>
    {below ? <span className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">{below}</span> : null}
  </span>
)

const formatRate = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : formatPercent(value)
