'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, useQueryState } from 'nuqs'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { useKeyset } from '@/components/keyset'
import { Page, PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { RestrictedPage, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import type { CatchReason } from '@/server/modules/delivery/schema.ts'
import { CaughtMessageSheet } from './caught-message-sheet'

const WHY: Record<CatchReason, string> = {
  no_mail_server:
    'Envoi catches every message here instead of sending it, because no mail server is set. Set SMTP_URL to send email.',
  made_up_subscribers:
    'Envoi never sends this account’s email, because its subscribers are sample data. Every message is shown here instead.',
}

/** The built-in mail catcher: messages that were caught instead of sent. */
export function CaughtMailList({ reason }: { reason: CatchReason }) {
  const trpc = useTRPC()
  const sees_service_emails = useHasRole('admin')
  const sees_mail = useHasRole('editor')
  const { cursor, page } = useKeyset()
  const [q, setSearch] = useQueryState('q', parseAsString)
  const [message, setMessage] = useQueryState('message', parseAsInteger.withOptions({ history: 'push' }))
  const mails = useQuery(
    trpc.mail.list.queryOptions(
      { per_page: 50, search: q ?? undefined, ...cursor },
      { placeholderData: keepPreviousData, refetchInterval: 5_000, enabled: sees_mail },
    ),
  )
  return (
    <Page>
      <PageHeader
        title="Caught emails"
        description={
          sees_service_emails || !sees_mail
            ? WHY[reason]
            : `${WHY[reason]} Only owners and admins see emails to your team, such as invitations.`
        }
      />
      <RestrictedPage atLeast="editor">
        <div className="grid gap-4">
          <SearchInput label="Search emails" placeholder="Search by address or subject" />
          <DataTable
            caption="Caught emails"
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
                header: 'Date',
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
                  title="No messages found"
                  actions={
                    <Button variant="outline" onClick={() => void setSearch(null)}>
                      Clear search
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  illustration="inbox"
                  title="No messages yet"
                  description="Send a test or a broadcast to see the messages here as subscribers would receive them."
                />
              )
            }
          />
        </div>
        <CaughtMessageSheet id={message} onClose={() => void setMessage(null)} />
      </RestrictedPage>
    </Page>
  )
}
