'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useKeyset } from '@/components/keyset'
import { NothingFound, useListFilters } from '@/components/list/list-filters'
import { ListSection } from '@/components/list/list-page'
import { Page, PageHeader } from '@/components/page-header'
import { RestrictedPage, useHasRole } from '@/components/role'
import { SearchInput } from '@/components/search-input'
import { useTRPC } from '@/components/trpc-provider'
import { onDemand } from '@/components/ui/on-demand'
import type { CatchReason } from '@/server/modules/delivery/schema.ts'
import { caughtMailQuery, MAIL_FILTERS } from './queries'

const CaughtMessageSheet = onDemand(async () => (await import('./caught-message-sheet')).CaughtMessageSheet)

const WHY: Record<CatchReason, string> = {
  no_mail_server:
    'No email leaves this server yet, because it has no mail server. Every message is shown here instead. An administrator of this server can set one up.',
  made_up_subscribers:
    'Envoi never sends this account’s email, because its subscribers are sample data. Every message is shown here instead.',
}

/** The built-in mail catcher: messages caught instead of sent. */
export function CaughtMailList({ reason }: { reason: CatchReason }) {
  const trpc = useTRPC()
  const sees_service_emails = useHasRole('admin')
  const sees_mail = useHasRole('editor')
  const { cursor } = useKeyset()
  const { values, clear } = useListFilters(MAIL_FILTERS)
  const { q } = values
  const [message, setMessage] = useQueryState('message', parseAsInteger.withOptions({ history: 'push' }))
  const emails = useQuery(caughtMailQuery(trpc, values, cursor, sees_mail))
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
        <ListSection
          caption="Caught emails"
          filters={<SearchInput label="Search emails" placeholder="Search by address or subject" />}
          list={emails}
          rowId={(mail) => mail.id}
          rowHref={(mail) => `/mail?message=${mail.id}`}
          columns={[
            {
              header: 'Subject',
              cell: (mail) => <span className="line-clamp-1">{mail.subject || '–'}</span>,
            },
            { header: 'To', phone: 'plain', cell: (mail) => mail.to },
            {
              header: 'From',
              from: 'lg',
              phone: 'hidden',
              className: 'text-muted-foreground',
              cell: (mail) => mail.from,
            },
            { header: 'Date', date: (mail) => mail.created_at, phone: 'aside' },
          ]}
          empty={
            q ? (
              <NothingFound title="No messages found" clearLabel="Clear search" onClear={clear} />
            ) : (
              {
                illustration: 'inbox',
                title: 'No messages yet',
                description: 'Send a test or a broadcast to see the messages here as subscribers would receive them.',
              }
            )
          }
        />
        <CaughtMessageSheet id={message} onClose={() => void setMessage(null)} />
      </RestrictedPage>
    </Page>
  )
}
