import type { ReactNode } from 'react'
import { ListTable, type ListTableProps } from '@/components/list/list-table'
import { Page, PageHeader } from '@/components/page-header'

interface ListPageProps<Row, Id extends string | number> extends Omit<ListTableProps<Row, Id>, 'caption'> {
  /** The heading, and the accessible name of the table. */
  title: string
  description: ReactNode
  actions?: ReactNode
  /** Shown above the list: warnings, or figures about the whole list. */
  notices?: ReactNode
  /** Tabs above the list. */
  tabs?: ReactNode
  /** Search and filters above the list, in one row. */
  filters?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A page with a single list. */
export function ListPage<Row, Id extends string | number>({
  title,
  description,
  actions,
  notices,
  tabs,
  filters,
  children,
  ...table
}: ListPageProps<Row, Id>) {
  return (
    <Page>
      <PageHeader title={title} description={description} actions={actions} />
      {notices}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {tabs}
        {filters ? <Filters>{filters}</Filters> : null}
        <ListTable caption={title} {...table} />
      </div>
      {children}
    </Page>
  )
}

interface ListSectionProps<Row, Id extends string | number> extends ListTableProps<Row, Id> {
  filters?: ReactNode
}

/** A list that is part of a page, such as a tab. */
export function ListSection<Row, Id extends string | number>({ filters, ...table }: ListSectionProps<Row, Id>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {filters ? <Filters>{filters}</Filters> : null}
      <ListTable {...table} />
    </div>
  )
}

function Filters({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}
