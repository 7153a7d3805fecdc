import type { ReactNode } from 'react'
import type { Selection } from '@/components/data-table-selection'
import { ArrowDown, ArrowUp, Ban, ChevronsUpDown } from '@/components/generated/icons'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** The field by which the server sorts. Undefined: the column is not sortable. */
  sort?: string
  /** The order after the first click. Default: largest or newest first. */
  sortFirst?: 'asc'
  /** Why the list cannot be sorted by `sort` now. The header shows it, and a click calls `onRefused`. */
  unsortable?: string | undefined
  /** Hides the column on narrower screens. */
  from?: 'lg' | 'xl'
  /** Position on a phone: beside the title, or hidden. Default: below the title, labeled with the header. */
  phone?: 'aside' | 'plain' | 'hidden'
  className?: string
}

export interface Sort {
  field: string
  order: 'asc' | 'desc'
  /** The default order, if it is by no column. It cannot be reversed. */
  usual?: { field: string; label: string }
  onChange: (field: string, order: 'asc' | 'desc') => void
  onRefused?: (field: string) => void
}

/** Browsers drop native table roles when CSS changes `display`. These restore them for screen readers. */
export const tableRole = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'columnheader' },
} as const

interface DataTableHeadProps<Row, Id> {
  columns: readonly Column<Row>[]
  sort?: Sort
  hasActions: boolean
  selection?: Selection<Id> & { ids: Id[] }
}

const headerStyle =
  'sticky top-0 z-10 h-10 whitespace-nowrap border-border border-b bg-background px-3 text-start font-medium text-muted-foreground text-xs max-lg:top-14'

export function DataTableHead<Row, Id>({ columns, sort, hasActions, selection }: DataTableHeadProps<Row, Id>) {
  return (
    <thead {...tableRole.rowgroup} className="max-md:sr-only">
      <tr {...tableRole.row}>
        {selection ? (
          <th {...tableRole.header} scope="col" className={cn(headerStyle, 'w-10 pe-0')}>
            <SelectAll {...selection} />
          </th>
        ) : null}
        {columns.map((column) => (
          <th
            key={column.key}
            {...tableRole.header}
            scope="col"
            aria-sort={ariaSort(column, sort)}
            className={cn(
              headerStyle,
              column.align === 'end' && 'text-end',
              column.from === 'lg' && 'max-lg:hidden',
              column.from === 'xl' && 'max-xl:hidden',
            )}
          >
            {column.sort && sort ? <SortableHeader column={column} field={column.sort} sort={sort} /> : column.header}
          </th>
        ))}
        {hasActions ? (
          <th {...tableRole.header} scope="col" className={headerStyle}>
            <span className="sr-only">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function SelectAll<Id>({ ids, selected, onChange }: Selection<Id> & { ids: Id[] }) {
  const count = ids.filter((id) => selected.has(id)).length
  const isAll = count === ids.length
  return (
    <Checkbox
      aria-label="Select all rows on this page"
      className="align-middle"
      checked={isAll ? true : count > 0 ? 'indeterminate' : false}
      onCheckedChange={() => {
        const next = new Set(selected)
        for (const id of ids) isAll ? next.delete(id) : next.add(id)
        onChange(next)
      }}
    />
  )
}

/** On a phone the head is only for screen readers, and a button in it would get the focus invisibly. */
const SortableHeader = <Row,>(props: { column: Column<Row>; field: string; sort: Sort }) => (
  <>
    <span className="md:hidden">{props.column.header}</span>
    <span className="max-md:hidden">
      <SortButton {...props} />
    </span>
  </>
)

function SortButton<Row>({ column, field, sort }: { column: Column<Row>; field: string; sort: Sort }) {
  const active = sort.field === field
  const { unsortable, sortFirst = 'desc' } = column
  const Icon = !active ? ChevronsUpDown : sort.order === 'asc' ? ArrowUp : ArrowDown
  const otherOrder = sort.order === 'desc' ? 'asc' : 'desc'
  return (
    <button
      type="button"
      aria-disabled={unsortable ? true : undefined}
      aria-description={unsortable}
      title={unsortable}
      onClick={() => (unsortable ? sort.onRefused?.(field) : sort.onChange(field, active ? otherOrder : sortFirst))}
      className={cn(
        '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 transition-colors hover:bg-accent hover:text-foreground',
        active && 'text-foreground',
        column.align === 'end' && 'flex-row-reverse',
      )}
    >
      {column.header}
      {unsortable ? (
        <Ban aria-hidden className="size-3 opacity-60" />
      ) : (
        <Icon aria-hidden className={cn('size-3.5', !active && 'opacity-60')} />
      )}
    </button>
  )
}

function ariaSort<Row>({ sort: field }: Column<Row>, sort: Sort | undefined) {
  if (!sort || !field || sort.field !== field) return undefined
  return sort.order === 'asc' ? 'ascending' : 'descending'
}
