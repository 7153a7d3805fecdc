import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '@/components/data-table'
import { type Pagination, useKeyset } from '@/components/keyset'
import { useHasRole } from '@/components/role'

/** A query for one page of a list, as `useQuery` returns it. */
interface ListQuery<Row> {
  data: { rows: readonly Row[]; pagination: Pagination } | undefined
  error: { message: string } | null
  /** True while the rows still belong to the previous page or filter. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface ListTableProps<Row, Id extends string | number>
  extends Pick<
    DataTableProps<Row, Id>,
    'caption' | 'columns' | 'rowId' | 'rowHref' | 'rowActions' | 'rowLabel' | 'selection' | 'sort' | 'empty' | 'wide'
  > {
  /** Content at the end of each row for all members, instead of actions. */
  rowEnd?: (row: Row) => ReactNode
  list: ListQuery<Row>
  /** Text of the total, if the list requests it. */
  summary?: (total: number) => ReactNode
}

/** A table of a keyset-paged list with loading, errors, paging and an empty state. Only editors see row actions. */
export function ListTable<Row, Id extends string | number>({
  list,
  rowActions,
  rowEnd,
  selection,
  summary,
  ...table
}: ListTableProps<Row, Id>) {
  const { page } = useKeyset()
  const mayWrite = useHasRole('editor')
  const pagination = list.data?.pagination
  const total = pagination?.total_count
  return (
    <DataTable
      {...table}
      rows={list.data?.rows}
      rowActions={rowEnd ?? (mayWrite ? rowActions : undefined)}
      {...(mayWrite && selection ? { selection } : {})}
      fetching={list.isPlaceholderData}
      query={list}
      page={{ ...page(pagination), summary: total === undefined ? null : summary?.(total) }}
    />
  )
}
