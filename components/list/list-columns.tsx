import type { ReactNode } from 'react'
import type { Column } from '@/components/data-table-head'
import { formatPercent } from '@/components/format'
import { ListedTime, RelativeTime } from '@/components/relative-time'
import { cn } from '@/components/ui/cn'
import { t } from '@/server/lib/locale/texts.ts'

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
  /** A rate in percent. Null: nothing was sent. A bar compares it with the median of the page. */
  rate: (row: Row) => number | null | undefined
  /** True while the rate is still rising. */
  isEarly?: (row: Row) => boolean
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
export const toColumns = <Row,>(columns: readonly ListColumn<Row>[], rows: readonly Row[] = []): Column<Row>[] =>
  columns.map((column, index) => ({ key: String(index), ...toColumn(column, rows) }))

function toColumn<Row>(column: ListColumn<Row>, rows: readonly Row[]): CellColumn<Row> {
  if ('date' in column) {
    const { date, ...layout } = column
    return { align: 'end', className: TIME_STYLE, cell: (row) => <ListedTime at={date(row)} />, ...layout }
  }
  if ('rate' in column) {
    const { rate, isEarly, ...layout } = column
    const rates = rows.flatMap((row) => rate(row) ?? []).sort((one, other) => one - other)
    const cell = (row: Row) => {
      const value = rate(row)
      return value === null || value === undefined ? (
        '–'
      ) : (
        <Rate value={value} among={rates} is_early={isEarly?.(row)} />
      )
    }
    return { align: 'end', cell, ...layout }
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

interface RateProps {
  value: number
  /** The rates of all rows, ascending. */
  among: readonly number[]
  is_early: boolean | undefined
}

/** Fewer have no median worth comparing with. */
const MIN_COMPARED = 3

/** A rate above a bar with a mark at the median. */
function Rate({ value, among, is_early = false }: RateProps) {
  const most = among.at(-1) ?? 0
  const median = among[Math.floor(among.length / 2)] ?? 0
  return (
    <span className="inline-grid justify-items-end gap-1 max-md:inline">
      {formatPercent(value)}
      {is_early ? (
        <span className="text-muted-foreground text-xs max-md:ms-1.5">{t`still coming in`}</span>
      ) : among.length >= MIN_COMPARED && most > 0 ? (
        <span
          title={t`Median of this page: ${formatPercent(median)}`}
          className="relative block h-1 w-16 rounded-full bg-secondary max-md:hidden"
        >
          <span
            className={cn(
              'absolute inset-y-0 inset-s-0 rounded-full',
              value < median ? 'bg-muted-foreground/50' : 'bg-primary',
            )}
            style={{ width: `${(value / most) * 100}%` }}
          />
          <span
            className="absolute -inset-y-0.5 w-px bg-foreground"
            style={{ insetInlineStart: `${(median / most) * 100}%` }}
          />
        </span>
      ) : null}
    </span>
  )
}
