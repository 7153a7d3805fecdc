'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { CopyButton } from '@/components/copy-button'
import { ErrorState } from '@/components/error-state'
import { RowsSkeleton } from '@/components/loading'
import { PageHeader } from '@/components/page-header'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { EndpointHealth } from '@/server/modules/webhooks/history-schema.ts'
import { EndpointStateBadge } from '../endpoint-state'
import { Attempts } from './attempts'
import { Deliveries } from './deliveries'
import { SecretCard } from './secret-card'

const EndpointDialog = onDemand(async () => (await import('../endpoint-dialog')).EndpointDialog)

/** Refetch interval of the endpoint. Longer than for its deliveries, because counting is expensive. */
const REFETCH_MS = 10_000

export function Endpoint({ id }: { id: number }) {
  const trpc = useTRPC()
  const endpoints = useQuery(trpc.webhooks.list.queryOptions(undefined, { refetchInterval: REFETCH_MS }))
  const endpoint = endpoints.data?.find((candidate) => candidate.id === id)
  if (endpoints.error) return <ErrorState query={endpoints} />
  if (!endpoints.data) return <RowsSkeleton />
  if (!endpoint) return <Alert title="This webhook no longer exists" actions={<BackLink />} />
  return (
    <>
      <Summary endpoint={endpoint} />
      <Attempts endpoint_id={id} />
      <Deliveries endpoint={endpoint} />
      {endpoint.source === 'creator' ? <SecretCard endpoint={endpoint} /> : null}
    </>
  )
}

const BackLink = () => (
  <Link href="/settings/webhooks" className="font-medium underline underline-offset-4">
    All webhooks
  </Link>
)

function Summary({ endpoint }: { endpoint: EndpointHealth }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [editing, setEditing] = useState(false)
  const update = useAction(trpc.webhooks.update, { invalidates: trpc.webhooks })
  const enable = useAction(trpc.webhooks.update, { invalidates: trpc.webhooks })
  const remove = useAction(trpc.webhooks.delete, { invalidates: trpc.webhooks })
  const { id, name, url, description, events, status, created_by_app, failing_since } = endpoint
  const isOwn = created_by_app === null
  const is_forbidden = endpoint.disabled_by === 'instance'

  return (
    <>
      <PageHeader
        back={{ href: '/settings/webhooks', label: 'Webhooks' }}
        title={name}
        description={
          <span className="flex items-center gap-2">
            <span className="[overflow-wrap:anywhere]">{url}</span>
            <CopyButton value={url} label="URL" />
          </span>
        }
        badge={<EndpointStateBadge endpoint={endpoint} />}
      />
      <Card>
        <CardContent className="grid gap-5">
          {description ? <p className="whitespace-pre-line text-sm [overflow-wrap:anywhere]">{description}</p> : null}
          {failing_since && status === 'active' ? (
            <Alert tone="warning" title="Deliveries are failing">
              All attempts have failed since <DateTime at={failing_since} className="font-medium" />. The webhook is
              disabled after five days of failures.
            </Alert>
          ) : null}
          {status === 'disabled' ? <Alert title="Disabled">{reasonOf(endpoint)}</Alert> : null}
          <ul aria-label="Events" className="flex flex-wrap gap-1.5">
            {events.map((type) => (
              <li key={type} className="rounded-md bg-secondary px-2 py-1">
                <code className="text-xs">{type}</code>
              </li>
            ))}
          </ul>
          {isOwn ? (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => setEditing(true)}>
                Edit
              </Button>
              {status === 'active' ? (
                <ConfirmDialog
                  trigger={<Button variant="outline">Disable</Button>}
                  title={`Disable “${name}”?`}
                  description="Pending deliveries fail, and events are not delivered while it is disabled."
                  confirmLabel="Disable webhook"
                  onConfirm={() => update.run({ id, status: 'disabled' })}
                />
              ) : is_forbidden ? null : (
                <Button
                  variant="outline"
                  pending={enable.isPending}
                  onClick={() => enable.start({ id, status: 'active' })}
                >
                  Enable
                </Button>
              )}
              {is_forbidden ? null : (
                <ConfirmDialog
                  trigger={<Button variant="ghost">Delete</Button>}
                  title={`Delete “${name}”?`}
                  description="It no longer receives events. This cannot be undone."
                  confirmLabel="Delete webhook"
                  tone="destructive"
                  onConfirm={async () => {
                    await remove.run({ id }, `Deleted “${name}”`)
                    router.push('/settings/webhooks')
                  }}
                />
              )}
            </div>
          ) : (
            <p className="text-muted-foreground text-sm">
              This webhook belongs to {created_by_app.name}, and only the app can change it. Uninstalling the app
              disables it.
            </p>
          )}
        </CardContent>
        {editing ? <EndpointDialog open onClose={() => setEditing(false)} endpoint={endpoint} /> : null}
      </Card>
    </>
  )
}

function reasonOf({ disabled_by, disabled_reason, created_by_app }: EndpointHealth): string {
  if (disabled_by === 'instance')
    return `An administrator of this service disabled it: ${disabled_reason} You cannot enable it until they allow it again.`
  if (disabled_by === 'uninstall') return 'The app that created it was uninstalled.'
  if (disabled_by !== 'failures') return 'Events are not delivered while it is disabled.'
  if (created_by_app) return `All deliveries failed for five days. ${created_by_app.name} can enable it.`
  return 'All deliveries failed for five days. Fix your server, enable the webhook, then resend failed deliveries.'
}
