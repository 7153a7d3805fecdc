'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, useQueryState } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { CaughtMessageSheet } from './caught-message-sheet'

/** The built-in mail catcher: what went out while no mail server is set. */
export function CaughtMailList() {
  const trpc = useTRPC()
  const { cursor, page } = useKeyset()
  const [q, setSearch] = useQueryState('q', parseAsString)
  const [message, setMessage] = useQueryState('message', parseAsInteger.withOptions({ history: 'push' }))
  const mails = useQuery(
    trpc.mail.list.queryOptions(
      { per_page: 50, search: q ?? undefined, ...cursor },
      { placeholderData: keepPreviousData, refetchInterval: 5_000 },
    ),
  )
  return (
    <Page>
      <PageHeader
        title="Sent mail"
        description="Every message that Envoi caught instead of sending, because no mail server is set. Set SMTP_URL to send for real."
      />
      <div className="grid gap-4">
        <SearchInput label="Search mail" placeholder="Address or subject" />
        <DataTable
          caption="Caught mail"
          rows={mails.data?.rows}
          rowId={(mail) => mail.id}
          rowHref={(mail) => `/mail?message=${mail.id}`}
          fetching={mails.isPlaceholderData}
          error={mails.error}
          onRetry={() => void mails.refetch()}
          page={page(mails.data?.pagination)}
          columns={[
            {
              key: 'subject',
              header: 'Subject',
              cell: (mail) => <span className="line-clamp-1">{mail.subject || '–'}</span>,
            },
            { key: 'to', header: 'To', phone: 'plain', cell: (mail) => mail.to },
            {
              key: 'from',
              header: 'From',
              from: 'lg',
              phone: 'hidden',
              className: 'text-muted-foreground',
              cell: (mail) => mail.from,
            },
            {
              key: 'when',
              header: 'When',
              align: 'end',
              phone: 'aside',
              className: 'whitespace-nowrap text-muted-foreground',
              cell: (mail) => <RelativeTime at={mail.created_at} />,
            },
          ]}
          empty={
            q ? (
              <EmptyState
                illustration="search"
                title="No message matches"
                actions={
                  <Button variant="outline" onClick={() => void setSearch(null)}>
                    Clear search
                  </Button>
                }
              />
            ) : (
              <EmptyState
                illustration="inbox"
                title="Nothing was caught yet"
                description="Send a test or a broadcast, and the messages appear here exactly as your readers would get them."
              />
            )
          }
        />
      </div>
      <CaughtMessageSheet id={message} onClose={() => void setMessage(null)} />
    </Page>
  )
}
