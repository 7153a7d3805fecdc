'use client'

import { useQuery } from '@tanstack/react-query'
import { formatCount, formatNumber } from '@/components/format'
import { useKeyset } from '@/components/keyset'
import { ClearFilters, FilterSelect, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RelativeTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { t } from '@/server/lib/locale/texts.ts'
import type { UserRow } from '@/server/modules/admin/users-schema.ts'
import type { USER_STATES } from '@/server/modules/admin/values-schema.ts'
import { totalOf } from '../accounts/labels'
import { USER_FILTERS, userListQuery } from './queries'

const STATE_LABELS: Record<(typeof USER_STATES)[number], string> = {
  administrators: 'Administrators',
  unverified: 'Address not verified',
  without_account: 'Without account',
}

/** Everyone who can sign in to this instance. */
export function UserList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, clear, select } = useListFilters(USER_FILTERS)
  const list = useQuery(userListQuery(trpc, values, cursor))
  const is_filtered = values.q !== null || values.state !== null
  return (
    <ListPage
      title="Users"
      description="Everyone who can sign in to this instance. Open one to end sessions or help them sign in."
      list={list}
      summary={(total) => (is_filtered ? totalOf(total, 'user') : formatCount(total, 'user'))}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/admin/users/${id}`}
      rowLabel={({ email }) => email}
      filters={
        <>
          <SearchInput label="Search users" placeholder="Name, email or ID" />
          <FilterSelect label="Users" all="All users" {...select('state')} options={STATE_LABELS} className="w-52" />
          <ClearFilters isFiltered={is_filtered} onClear={clear} />
        </>
      }
      columns={[
        {
          header: 'User',
          lines: ({ name, email }) => [name ?? email, name ? email : null],
        },
        { header: 'Sign-in', phone: 'plain', cell: marksOf },
        {
          header: 'Accounts',
          from: 'lg',
          cell: ({ account_name, accounts }) =>
            account_name ? (
              <span className="[overflow-wrap:anywhere]">
                {account_name}
                {accounts > 1 ? (
                  <span className="text-muted-foreground"> and {formatNumber(accounts - 1)} more</span>
                ) : null}
              </span>
            ) : (
              <span className="text-muted-foreground">None</span>
            ),
        },
        {
          header: 'Last seen',
          align: 'end',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: ({ last_seen_at }) => (last_seen_at ? <RelativeTime at={last_seen_at} /> : t`Never`),
        },
      ]}
      empty={{
        illustration: is_filtered ? 'search' : 'subscribers',
        title: is_filtered ? 'No matching user' : 'No users yet',
        description: is_filtered
          ? 'Try another name, address or filter. Parts of names have three characters or more.'
          : 'Users appear here when they sign up.',
      }}
    />
  )
}

function marksOf({ is_admin, is_verified, has_second_factor }: UserRow) {
  if (!is_admin && is_verified && !has_second_factor) return null
  return (
    <span className="flex flex-wrap gap-1.5">
      {is_admin ? <Badge tone="primary">Administrator</Badge> : null}
      {has_second_factor ? <Badge tone="success">Two-factor</Badge> : null}
      {is_verified ? null : <Badge tone="warning">Not verified</Badge>}
    </span>
  )
}
