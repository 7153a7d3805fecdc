import Link from 'next/link'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { type Column, DataTableHead, type Sort, tableRole } from '@/components/data-table-head'
import { type Selection, SelectionBar } from '@/components/data-table-selection'
import { PhoneSort } from '@/components/data-table-sort'
import { EmptyState, type EmptyStateProps } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { InParts } from '@/components/in-parts'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { type ListColumn, toColumns } from '@/components/list/list-columns'
import { RowsSkeleton } from '@/components/loading'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { Pagination } from '@/components/ui/pagination'
import { t } from '@/server/lib/locale/texts.ts'

export type { Column } from '@/components/data-table-head'

export interface DataTableProps<Row, Id extends string | number> {
  /** Accessible name of the table. */
  caption: string
  columns: readonly ListColumn<Row>[]
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => Id
  /** URL of the row, linked in the first column. */
  rowHref?: (row: Row) => string
  /** Actions at the end of the row, such as a menu. */
  rowActions?: (row: Row) => ReactNode
  /** Accessible name of a row’s checkbox, such as the address. Required with `selection`. */
  rowLabel?: (row: Row) => string
  selection?: Selection<Id>
  sort?: Sort
  /** True while more rows load. */
  fetching?: boolean
  /** Its error replaces the rows. */
  query?: { error: { message: string } | null; refetch: () => unknown }
  /** Shown when there are no rows. */
  empty: EmptyStateProps | ReactNode
  /** For many columns: the table scrolls sideways, and its head is not sticky. */
  wide?: boolean
  /** Keyset pagination. Without a function, the list ends in that direction. */
  page?: { onPrevious?: () => void; onNext?: () => void; summary?: ReactNode }
}

const isEmptyState = (empty: EmptyStateProps | ReactNode): empty is EmptyStateProps =>
  typeof empty === 'object' && empty !== null && 'illustration' in empty

/** Placeholder of an empty cell. Hidden on phones, where each value has its label. */
const NOTHING = '–'

/**
 * A list with server-side filters, sorting and pagination. Below `md`, rows become cards, arranged by their columns' `phone` values. J/K or
 * arrow keys move between rows, Enter opens one, X selects it.
 */
export function DataTable<Row, Id extends string | number>({
  caption,
  columns: declared,
  rows,
  rowId,
  rowHref,
  rowActions,
  rowLabel,
  selection,
  sort,
  fetching = false,
  query,
  empty,
  wide = false,
  page,
}: DataTableProps<Row, Id>) {
  const columns = toColumns(declared, rows)
  const body = useRef<HTMLTableSectionElement>(null)
  useShortcut('j', { label: 'Next row', group: t`Lists`, run: () => moveFocus(body.current, 1) })
  useShortcut('k', { label: 'Previous row', group: t`Lists`, run: () => moveFocus(body.current, -1) })

  if (query?.error) return <ErrorState query={query} />
  if (!rows) return <RowsSkeleton />
  if (rows.length === 0) return isEmptyState(empty) ? <EmptyState {...empty} /> : empty

  const toggle = (id: Id) => selection?.onChange(toggled(selection.selected, id))

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && isRowControl(event.target)) {
      event.preventDefault()
      moveFocus(body.current, step)
    }
    if (event.key === 'x' && selection && event.target instanceof HTMLElement && isRowControl(event.target)) {
      const row =
        rows?.[[...(body.current?.rows ?? [])].findIndex((candidate) => candidate.contains(document.activeElement))]
      if (row) toggle(rowId(row))
    }
  }

  function shownRow(row: Row) {
    const id = rowId(row)
    const isSelected = selection?.selected.has(id) ?? false
    return (
      <tr
        key={id}
        {...tableRole.row}
        aria-selected={selection ? isSelected : undefined}
        className={cn(
          'group/row relative transition-colors [&_time]:relative [&_time]:z-1 md:h-14 md:border-border md:border-b',
          // On a phone, the title and the `aside` column share the first line, above the other columns.
          'max-md:flex max-md:flex-wrap max-md:items-center max-md:-mx-4 max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3.5 max-md:before:order-2 max-md:before:basis-full',
          // Phones skip layout and painting of rows outside the screen.
          'max-md:[contain-intrinsic-block-size:auto_5rem] max-md:[content-visibility:auto]',
          rowHref && 'hover:bg-accent/60 has-[[data-row-link]:focus-visible]:bg-accent',
          isSelected && 'bg-primary-soft/60 hover:bg-primary-soft/75',
        )}
      >
        {selection ? (
          <td
            {...tableRole.cell}
            className="relative z-1 w-10 ps-3 align-middle max-md:order-1 max-md:w-auto max-md:ps-0.5"
          >
            <Checkbox
              checked={isSelected}
              onCheckedChange={() => toggle(id)}
              aria-label={`Select ${rowLabel?.(row) ?? t`row ${String(id)}`}`}
            />
          </td>
        ) : null}
        {columns.map((column, index) => {
          const content = column.cell(row)
          const is_nothing = content === NOTHING && index > 0
          return (
            <td
              key={column.key}
              {...tableRole.cell}
              className={cn(cellStyle(column, index === 0), is_nothing && 'max-md:hidden')}
            >
              {column.phone === undefined && index > 0 ? (
                <span className="me-1.5 text-muted-foreground md:hidden">{column.header}</span>
              ) : null}
              {index === 0 && rowHref ? (
                <Link
                  href={rowHref(row)}
                  data-row-link
                  className="py-1 outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2 max-md:py-3.5 pointer-coarse:py-3.5"
                >
                  {content}
                </Link>
              ) : (
                content
              )}
            </td>
          )
        })}
        {rowActions ? (
          <td
            {...tableRole.cell}
            className="relative z-1 w-12 pe-2 text-end align-middle max-md:order-1 max-md:w-auto max-md:pe-0"
          >
            {rowActions(row)}
          </td>
        ) : null}
      </tr>
    )
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {sort ? <PhoneSort columns={columns} sort={sort} /> : null}
      <div className={wide ? 'md:-mx-3 md:overflow-x-auto md:px-3' : 'contents'}>
        <table
          {...tableRole.table}
          aria-busy={fetching || undefined}
          className={cn(
            'w-full border-collapse text-sm transition-opacity max-md:block md:-mx-3 md:w-[calc(100%+1.5rem)]',
            fetching && 'opacity-60',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <DataTableHead
            columns={columns}
            sort={sort}
            hasActions={Boolean(rowActions)}
            selection={selection ? { ...selection, ids: rows.map(rowId) } : undefined}
          />
          <tbody
            ref={body}
            {...tableRole.rowgroup}
            onKeyDown={onKeyDown}
            onClick={openByTime}
            className="max-md:block max-md:divide-y max-md:divide-border"
          >
            <InParts>{inTens(rows).map((ten) => ten.map(shownRow))}</InParts>
          </tbody>
        </table>
      </div>
      {page ? <Pagination {...page} pending={fetching} /> : null}
      {selection ? <SelectionBar selection={selection} /> : null}
    </div>
  )
}

const inTens = <Row,>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / 10) }, (_, ten) => rows.slice(10 * ten, 10 * ten + 10))

const shownFrom = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' }

function cellStyle<Row>({ align, from, phone, className }: Column<Row>, first: boolean) {
  return cn(
    // Hides empty cells, which would indent the next one by the gap.
    'figures min-w-0 px-3 py-2.5 align-middle max-md:p-0 max-md:empty:hidden',
    first && 'font-medium text-foreground max-md:order-1 max-md:flex-1 max-md:basis-0',
    !first && 'max-md:order-3 max-md:text-muted-foreground',
    align === 'end' && 'md:text-end',
    from && shownFrom[from],
    phone === 'aside' && 'max-md:order-1',
    phone === 'hidden' && 'max-md:hidden',
    className,
  )
}

function toggled<Id>(selected: ReadonlySet<Id>, id: Id) {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

const isRowControl = (target: EventTarget) =>
  target instanceof HTMLElement && target.matches('[data-row-link], [role=checkbox]')

/** Moves the focus from the focused row, or to the first row. */
function moveFocus(body: HTMLTableSectionElement | null, step: number) {
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = current === -1 ? 0 : Math.min(links.length - 1, Math.max(0, current + step))
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
}

/** Times are above the row's link, because their titles show the time zone. */
function openByTime({ target }: MouseEvent) {
  const time = target instanceof Element ? target.closest('time') : null
  if (!time?.closest('a')) time?.closest('tr')?.querySelector<HTMLElement>('[data-row-link]')?.click()
}
