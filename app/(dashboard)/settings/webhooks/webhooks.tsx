'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { formatNumber } from '@/components/format'
import { Webhook } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { t } from '@/server/lib/locale/texts.ts'
import { SettingsPage } from '../settings-page'
import { EndpointStateBadge } from './endpoint-state'

const EndpointDialog = onDemand(async () => (await import('./endpoint-dialog')).EndpointDialog)

export function Webhooks() {
  const trpc = useTRPC()
  const [creating, setCreating] = useState(false)
  const endpoints = useQuery(trpc.webhooks.list.queryOptions())
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Webhook aria-hidden /> New webhook
    </Button>
  )

  return (
    <SettingsPage
      title="Webhooks"
      description={
        <>
          Send events to your servers as they happen.{' '}
          <a className="text-primary-ink underline underline-offset-4" href="/docs/webhooks">
            Read the guide
          </a>
        </>
      }
      actions={create}
    >
      <DataTable
        caption="Webhooks"
        rows={endpoints.data}
        rowId={(endpoint) => endpoint.id}
        rowHref={(endpoint) => `/settings/webhooks/${endpoint.id}`}
        query={endpoints}
        columns={[
          {
            header: 'Webhook',
            cell: (endpoint) => (
              <span className="grid gap-0.5">
                {endpoint.name}
                <span className="line-clamp-2 font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
                  {endpoint.created_by_app ? `Created by ${endpoint.created_by_app.name}` : endpoint.url}
                </span>
              </span>
            ),
          },
          {
            header: 'Events',
            from: 'lg',
            figure: (endpoint) => formatNumber(endpoint.events.length),
          },
          {
            header: 'Last 24 h',
            align: 'end',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: ({ delivered, failed, waiting }) =>
              [
                t`${formatNumber(delivered)} delivered`,
                failed > 0 && t`${formatNumber(failed)} failed`,
                waiting > 0 && t`${formatNumber(waiting)} waiting`,
              ]
                .filter(Boolean)
                .join(', '),
          },
          {
            header: 'State',
            phone: 'aside',
            cell: (endpoint) => <EndpointStateBadge endpoint={endpoint} />,
          },
        ]}
        empty={{
          illustration: 'inbox',
          title: 'No webhooks yet',
          description: 'Create a webhook to notify your server when someone subscribes, is tagged or unsubscribes.',
          actions: create,
        }}
      />

      <EndpointDialog open={creating} onClose={() => setCreating(false)} />
    </SettingsPage>
  )
}
