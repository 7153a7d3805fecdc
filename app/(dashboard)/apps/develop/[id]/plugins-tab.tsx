import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { EmptyState } from '@/components/empty-state'
import {
  ArrowDown,
  ArrowUp,
  ImagePlus,
  PencilLine,
  Plus,
  Puzzle,
  Radio,
  Send,
  Trash2,
} from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import type { PluginView } from '@/server/modules/apps/plugin-form-schema.ts'
import { PLUGIN_KIND_WORDS } from '@/server/modules/apps/values-schema.ts'
import { PluginSignInCard } from './plugin-sign-in-card'

const PluginDialog = onDemand(async () => (await import('./plugin-dialog')).PluginDialog)

const ICONS = {
  content_block: Puzzle,
  media_source: ImagePlus,
  automation_event: Radio,
  automation_action: Send,
} satisfies Record<PluginView['kind'], unknown>

/** The app's editor plugins, and the sign-in that they use. */
export function PluginsTab({ app }: { app: AppDetail }) {
  const [editing, setEditing] = useState<PluginView | 'new'>()
  return (
    <div className="grid max-w-2xl gap-6">
      <SectionCard
        title="Plugins"
        description="Add blocks and images to emails, and events and actions to automations. Changes are live immediately."
        actions={
          <Button onClick={() => setEditing('new')}>
            <Plus aria-hidden /> New plugin
          </Button>
        }
      >
        {app.plugins.length === 0 ? (
          <EmptyState
            as="h3"
            illustration="file"
            title="No plugins yet"
            description="Add blocks and images to the email editor, or events and actions to automations."
          />
        ) : (
          <ul className="grid divide-y divide-border">
            {app.plugins.map((plugin, at) => (
              <PluginRow key={plugin.id} app={app} plugin={plugin} index={at} onEdit={() => setEditing(plugin)} />
            ))}
          </ul>
        )}
      </SectionCard>
      <PluginSignInCard app={app} />
      {editing ? (
        <PluginDialog
          app_id={app.id}
          plugin={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </div>
  )
}

interface PluginRowProps {
  app: AppDetail
  plugin: PluginView
  index: number
  onEdit: () => void
}

function PluginRow({ app, plugin, index, onEdit }: PluginRowProps) {
  const trpc = useTRPC()
  const order = useAction(trpc.apps.develop.orderPlugins, { invalidates: trpc.apps })
  const remove = useAction(trpc.apps.develop.removePlugin, { invalidates: trpc.apps })
  const Icon = ICONS[plugin.kind]

  function move(by: -1 | 1) {
    const plugin_ids = app.plugins.map(({ id }) => id)
    plugin_ids.splice(index + by, 0, ...plugin_ids.splice(index, 1))
    order.start({ app_id: app.id, plugin_ids })
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {plugin.name} <Badge>{PLUGIN_KIND_WORDS[plugin.kind]}</Badge>
        </h3>
        <p className="text-muted-foreground text-sm empty:hidden">{plugin.description}</p>
        <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {plugin.identifier} · {plugin.request_url}
        </code>
      </div>
      <div className="flex gap-0.5">
        <IconButton icon={ArrowUp} label={`Move ${plugin.name} up`} disabled={index === 0} onClick={() => move(-1)} />
        <IconButton
          icon={ArrowDown}
          label={`Move ${plugin.name} down`}
          disabled={index === app.plugins.length - 1}
          onClick={() => move(1)}
        />
        <IconButton icon={PencilLine} label={`Edit ${plugin.name}`} onClick={onEdit} />
        <ConfirmDialog
          trigger={<IconButton icon={Trash2} label={`Remove ${plugin.name}`} />}
          title={`Remove “${plugin.name}”?`}
          description="It disappears from the editor for all accounts. Emails that use it keep their current content."
          confirmLabel="Remove plugin"
          tone="destructive"
          onConfirm={() => remove.run({ app_id: app.id, plugin_id: plugin.id })}
        />
      </div>
    </li>
  )
}
