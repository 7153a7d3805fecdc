'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { dateStyle } from '@/components/format'
import { KeyRound, ShieldAlert } from '@/components/generated/icons'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { ApiKey } from '@/server/modules/api-keys/schema.ts'
import { SettingsPage } from '../settings-page'

const LimitsDialog = onDemand(async () => (await import('@/components/assistants/limits-dialog')).LimitsDialog)
const CreateKeyDialog = onDemand(async () => (await import('./create-key-dialog')).CreateKeyDialog)

/** Explains why a key has fewer permissions than its scope: its creator’s role changed. */
const REDUCED: Record<Exclude<ApiKey['rights'], 'full'>, { label: string; why: string }> = {
  editor: { label: 'Reduced', why: 'is now an editor. This key can’t manage webhooks or delete custom fields.' },
  viewer: { label: 'Read only', why: 'is now a viewer. This key can only read.' },
  none: { label: 'No access', why: 'left the team. This key no longer works.' },
}

function Allowed({ scopes, assistant }: Pick<ApiKey, 'scopes' | 'assistant'>) {
  if (assistant) return t`Assistant`
  if (scopes.includes('public')) return 'Read and write'
  if (scopes.join() === 'read') return t`Read`
  return <code className="text-xs">{scopes.join(', ')}</code>
}

function Rights({ apiKey: { scopes, rights, maker, assistant } }: { apiKey: ApiKey }) {
  const allowed = <Allowed scopes={scopes} assistant={assistant} />
  if (rights === 'full') return allowed
  const { label, why } = REDUCED[rights]
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge label={label} tone={rights === 'none' ? 'danger' : 'warning'} icon={ShieldAlert} />
      <span className="text-muted-foreground text-xs">
        {maker ?? 'Its creator'} {why}
      </span>
    </span>
  )
}

export function ApiKeys() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const keys = useQuery(trpc.api_keys.list.queryOptions())
  const revoke = useAction(trpc.api_keys.revoke, { invalidates: trpc.api_keys })
  const [limited, setLimited] = useState<ApiKey>()
  const setLimits = useAction(trpc.api_keys.setLimits, { invalidates: trpc.api_keys, done: t`Limits saved` })
  const refresh = () => client.invalidateQueries(trpc.api_keys.pathFilter())

  return (
    <SettingsPage
      title="API keys"
      description={
        <>
          Keys for your own tools. A key never has more rights than its creator.{' '}
          <a className="text-primary-ink underline underline-offset-4" href="/docs">
            API documentation
          </a>
        </>
      }
      actions={
        <Button onClick={() => setCreating(true)}>
          <KeyRound aria-hidden /> New key
        </Button>
      }
    >
      <DataTable
        caption="API keys"
        rows={keys.data}
        rowId={(key) => key.id}
        query={keys}
        columns={[
          {
            header: 'Name',
            cell: (key) => (
              <span className="grid gap-0.5">
                {key.name}
                <code className="font-normal text-muted-foreground text-xs">{key.prefix}…</code>
                {key.expires_at ? (
                  <span className="font-normal text-muted-foreground text-xs">
                    Until <DateTime at={key.expires_at} style={dateStyle} />
                  </span>
                ) : null}
              </span>
            ),
          },
          {
            header: 'Permissions',
            phone: 'plain',
            cell: (key) => <Rights apiKey={key} />,
          },
          {
            header: 'Created by',
            from: 'lg',
            phone: 'hidden',
            className: 'text-muted-foreground',
            cell: (key) => key.maker ?? 'Command line',
          },
          {
            header: 'Last used',
            align: 'end',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: (key) => (key.last_used_at ? <RelativeTime at={key.last_used_at} /> : t`Never`),
          },
        ]}
        rowActions={(key) => (
          <>
            {key.assistant ? (
              <Button variant="ghost" size="sm" aria-label={`${key.name} limits`} onClick={() => setLimited(key)}>
                Limits
              </Button>
            ) : null}
            <ConfirmDialog
              trigger={
                <Button variant="ghost" size="sm" aria-label={`Revoke ${key.name}`}>
                  Revoke
                </Button>
              }
              title={`Revoke “${key.name}”?`}
              description="Tools that use it stop working immediately. This cannot be undone."
              confirmLabel="Revoke key"
              tone="destructive"
              onConfirm={() => revoke.run({ id: key.id }, `Revoked “${key.name}”`)}
            />
          </>
        )}
        empty={{
          illustration: 'file',
          title: 'No API keys yet',
          description: 'Create a key to use the API from your own tools.',
        }}
      />
      {limited?.assistant ? (
        <LimitsDialog
          name={limited.name}
          limits={limited.assistant}
          onClose={() => setLimited(undefined)}
          onSave={(limits) => setLimits.run({ id: limited.id, limits })}
        />
      ) : null}
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} onCreated={refresh} />
    </SettingsPage>
  )
}
