'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { Globe } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { SettingsPage } from '../settings-page'
import { DomainStatusBadge } from './domain-status'

const DomainDialog = onDemand(async () => (await import('../domain-dialog')).DomainDialog)

/** Domains whose keys sign the account's emails. */
export function SendingDomains() {
  const trpc = useTRPC()
  const [adding, setAdding] = useState(false)
  const router = useRouter()
  const save = useAction(trpc.sending_domains.add, { invalidates: trpc.sending_domains.list })
  const domains = useQuery(trpc.sending_domains.list.queryOptions())
  const add = useHasRole('admin') ? (
    <Button onClick={() => setAdding(true)}>
      <Globe aria-hidden /> Add domain
    </Button>
  ) : null

  return (
    <SettingsPage
      title="Sending domains"
      description="Verified domains sign your emails, so receivers know they come from you."
      actions={add}
    >
      <DataTable
        caption="Sending domains"
        rows={domains.data}
        rowId={(domain) => domain.id}
        rowHref={(domain) => `/settings/sending-domains/${domain.id}`}
        query={domains}
        columns={[
          {
            header: 'Domain',
            cell: ({ domain }) => <span className="[overflow-wrap:anywhere]">{domain}</span>,
          },
          {
            header: 'Last check',
            from: 'lg',
            className: 'text-muted-foreground',
            cell: ({ checked_at }) => (checked_at ? <RelativeTime at={checked_at} /> : 'Not yet'),
          },
          {
            header: 'Status',
            phone: 'aside',
            cell: ({ status }) => <DomainStatusBadge status={status} />,
          },
        ]}
        empty={{
          illustration: 'emails',
          title: 'No sending domains yet',
          description:
            'Add the domain of your sending address. Gmail and Outlook expect newsletters to be signed by it.',
          actions: add,
        }}
      />

      <DomainDialog
        title="Add sending domain"
        description="The part of your sending address after the @. Next, we show the DNS records to add."
        submitLabel="Add domain"
        placeholder="studio-north.com"
        open={adding}
        onClose={() => setAdding(false)}
        onSave={async (input) => {
          const { id } = await save.run(input)
          router.push(`/settings/sending-domains/${id}`)
        }}
      />
    </SettingsPage>
  )
}
