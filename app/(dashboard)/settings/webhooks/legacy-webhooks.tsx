'use client'

import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { DataTable } from '@/components/data-table'
import { Trash2 } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { useAction } from '@/components/use-action'
import type { LegacyWebhookRow } from '@/server/modules/webhooks/legacy-schema.ts'

/** Unsigned webhooks created through the API. Creators can view and delete them. */
export function LegacyWebhooks() {
  const trpc = useTRPC()
  const hooks = useQuery(trpc.webhooks.legacy.queryOptions())
  const remove = useAction(trpc.webhooks.delete_legacy, { invalidates: trpc.webhooks })
  if (!hooks.data || hooks.data.length === 0) return null
  return (
    <SectionCard
      title="Legacy webhooks"
      description="Created through the API. They are not signed and have no history."
    >
      <DataTable
        caption="Legacy webhooks"
        rows={hooks.data}
        rowId={({ id }) => id}
        columns={[
          {
            header: 'Event',
            cell: ({ event, target_url }) => (
              <span className="grid gap-0.5">
                <code className="text-sm [overflow-wrap:anywhere]">{nameOf(event)}</code>
                <span className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">{target_url}</span>
              </span>
            ),
          },
          {
            header: 'Created by',
            className: 'text-muted-foreground',
            cell: ({ app_name }) => app_name ?? 'API key',
          },
          {
            header: 'Created',
            align: 'end',
            phone: 'plain',
            ago: ({ created_at }) => created_at,
          },
        ]}
        rowActions={({ id, event, target_url }) => (
          <ConfirmDialog
            trigger={<IconButton icon={Trash2} label={`Delete ${nameOf(event)} to ${target_url}`} />}
            title="Delete this webhook?"
            description={`${target_url} no longer receives this event. This cannot be undone.`}
            confirmLabel="Delete webhook"
            tone="destructive"
            onConfirm={() => remove.run({ id })}
          />
        )}
        empty={null}
      />
    </SectionCard>
  )
}

/** `tag_add, tag_id 3` */
const nameOf = ({ name, ...parameters }: LegacyWebhookRow['event']) =>
  [
    name,
    ...Object.entries(parameters).flatMap(([parameter, value]) => (value === null ? [] : `${parameter} ${value}`)),
  ].join(', ')
