'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { CheckCheck, Settings } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { FilterSelect, FilterTabs, NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListPage } from '@/components/list/list-page'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { LinkButton } from '@/components/ui/link-button'
import { useAction } from '@/components/use-action'
import type { ListedNotification } from '@/server/modules/notifications/schema.ts'
import { TOPIC, TOPICS } from '@/server/modules/notifications/values-schema.ts'
import { NotificationIcon } from './notification-icon'
import { notificationFilters, notificationListQuery } from './queries'

/** Lists the member’s notifications. Opening one marks it as read. */
export function NotificationList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const { values, setFilters, clear, select } = useListFilters(notificationFilters)
  const list = useQuery(notificationListQuery(trpc, values, cursor))
  const markRead = useAction(trpc.notifications.markRead, { invalidates: trpc.notifications })
  const readAll = useAction(trpc.notifications.markAllRead, { invalidates: trpc.notifications })
  const rows = list.data?.rows
  const newest = rows?.[0]
  const is_filtered = values.unread || values.topic !== null

  return (
    <ListPage
      title="Notifications"
      description="Events in this account that concern you, kept for 90 days."
      actions={
        <>
          <LinkButton variant="outline" href="/settings/notifications">
            <Settings aria-hidden /> Settings
          </LinkButton>
          {newest && !cursor.after && !values.topic ? (
            <Button
              variant="outline"
              disabled={rows.every(({ is_read }) => is_read)}
              pending={readAll.isPending}
              onClick={() => readAll.start({ up_to: newest.id })}
            >
              <CheckCheck aria-hidden /> Mark all as read
            </Button>
          ) : null}
        </>
      }
      tabs={
        <FilterTabs
          label="Read or unread"
          value={values.unread ? 'unread' : 'all'}
          options={[
            { value: 'all', label: 'All' },
            { value: 'unread', label: 'Unread' },
          ]}
          onChange={(shown) => void setFilters({ unread: shown === 'unread' || null })}
        />
      }
      filters={
        <FilterSelect
          label="Topic"
          all="All topics"
          className="w-56"
          {...select('topic')}
          options={TOPICS.map((topic) => ({ value: topic, label: TOPIC[topic].label }))}
        />
      }
      list={list}
      rowId={({ id }) => id}
      columns={[
        {
          header: 'Notification',
          cell: (row) => <Title row={row} onOpen={() => row.is_read || markRead.start({ ids: [row.id] })} />,
        },
        {
          header: 'When',
          align: 'end',
          phone: 'aside',
          cell: ({ created_at }) => <RelativeTime at={created_at} />,
        },
      ]}
      rowEnd={(row) =>
        row.is_read ? null : (
          <IconButton
            icon={CheckCheck}
            label={`Mark as read: ${row.title}`}
            onClick={() => markRead.start({ ids: [row.id] })}
          />
        )
      }
      empty={
        is_filtered ? (
          <NothingFound
            title={values.unread ? 'Nothing unread' : 'Nothing found'}
            clearLabel="Show all"
            onClear={clear}
          />
        ) : (
          {
            illustration: 'inbox',
            title: 'No notifications yet',
            description: 'When an import finishes, a broadcast stops or someone mentions you, it is listed here.',
            actions: (
              <LinkButton variant="outline" href="/settings/notifications">
                Notification settings
              </LinkButton>
            ),
          }
        )
      }
    />
  )
}

function Title({ row, onOpen }: { row: ListedNotification; onOpen: () => void }) {
  return (
    <Link href={row.path} onClick={onOpen} className="group flex min-w-0 items-start gap-3 py-0.5 text-start">
      <NotificationIcon kind={row.kind} is_read={row.is_read} />
      <span className="grid min-w-0 gap-0.5">
        <span
          className={cn(
            'whitespace-normal [overflow-wrap:anywhere] group-hover:underline',
            row.is_read ? 'font-normal text-muted-foreground' : 'font-semibold',
          )}
        >
          {row.title}
          {row.is_read ? null : <span className="sr-only"> (unread)</span>}
        </span>
        {row.detail ? (
          <span className="line-clamp-2 whitespace-normal font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
            {row.detail}
          </span>
        ) : null}
      </span>
    </Link>
  )
}
