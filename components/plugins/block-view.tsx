import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useState } from 'react'
import { toolStyle } from '@/components/editor/tool-style'
import { errorText } from '@/components/error-text'
import {
  ArrowDown,
  ArrowUp,
  Copy,
  GripVertical,
  type LucideIcon,
  RefreshCw,
  Settings2,
  Trash2,
} from '@/components/generated/icons'
import { useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { Tooltip } from '@/components/ui/tooltip'
import { t } from '@/server/lib/locale/texts.ts'
import type { ContentBlock } from '@/server/mail/html/content-blocks.ts'
import { SettingValues } from '@/server/modules/plugins/settings-schema.ts'
import { BlockFrame } from './block-frame'
import { PluginLogo } from './plugin-logo'
import { usePlugins } from './use-plugins'

const BlockSheet = onDemand(async () => (await import('./block-sheet')).BlockSheet)

/** An app’s content block in the editor. Emails contain the last rendered HTML. */
export function BlockView({ editor, node, selected, getPos, updateAttributes, deleteNode }: NodeViewProps) {
  const client = useTRPCClient()
  const plugins = usePlugins()
  const [editing, setEditing] = useState(false)
  const [refreshing, setRefreshing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { plugin_id, name, html } = node.attrs as ContentBlock & { html: string }
  const settings = SettingValues.catch({}).parse(node.attrs.settings)
  const plugin = plugins.data?.find(({ id }) => id === plugin_id)
  const title = plugin ? `${plugin.name} (${plugin.app.name})` : name || 'App block'
  const may_write = editor.isEditable
  const usable = plugin && !plugin.problem

  async function refresh() {
    setRefreshing(true)
    setProblem(undefined)
    try {
      updateAttributes(await client.plugins.render.mutate({ plugin_id, settings }))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setRefreshing(false)
    }
  }

  function onBlock(command: 'up' | 'down' | 'duplicate') {
    const at = getPos()
    if (at === undefined) return
    const chain = editor.chain().setNodeSelection(at)
    if (command === 'duplicate') chain.duplicateBlock().focus().run()
    else
      chain
        .moveBlock(command === 'up' ? -1 : 1)
        .focus()
        .run()
  }

  return (
    <NodeViewWrapper
      contentEditable={false}
      className={cn(
        'my-5 overflow-hidden rounded-xl border border-border-strong text-base leading-normal',
        selected && 'border-ring',
      )}
    >
      <div className="flex min-w-0 items-center gap-1 border-border border-b bg-muted px-2 py-1">
        <span data-drag-handle className="cursor-grab text-muted-foreground max-sm:hidden">
          <GripVertical aria-hidden className="size-4" />
        </span>
        <PluginLogo src={plugin?.app.logo_url ?? null} />
        <span className="min-w-0 flex-1 truncate px-1 font-medium text-sm">{title}</span>
        {may_write ? (
          <span className="flex shrink-0">
            {usable ? (
              <>
                <Tool name={t`Settings`} icon={Settings2} onClick={() => setEditing(true)} data-block-settings />
                <Tool name={t`Refresh`} icon={RefreshCw} busy={refreshing} onClick={() => void refresh()} />
              </>
            ) : null}
            <Tool name={t`Move up`} icon={ArrowUp} onClick={() => onBlock('up')} className="max-sm:hidden" />
            <Tool name={t`Move down`} icon={ArrowDown} onClick={() => onBlock('down')} className="max-sm:hidden" />
            <Tool name={t`Duplicate`} icon={Copy} onClick={() => onBlock('duplicate')} />
            <Tool name={t`Remove`} icon={Trash2} onClick={deleteNode} />
          </span>
        ) : null}
      </div>
      {problem ? (
        <Alert role="alert" tone="warning" className="rounded-none" title="Couldn’t refresh this block">
          {problem}
        </Alert>
      ) : plugins.data && !usable ? (
        <Alert tone="info" className="rounded-none" title="This block can’t be edited">
          {plugin?.problem ?? 'Its app is no longer installed. The email keeps the block as it is.'}
        </Alert>
      ) : null}
      {/* A click selects the block instead of following a link inside it. */}
      <BlockFrame title={title} html={html} className="pointer-events-none rounded-none border-0" />
      {plugin ? (
        <BlockSheet
          plugin={plugin}
          initial={settings}
          submitLabel="Save settings"
          open={editing}
          onClose={() => setEditing(false)}
          onSubmit={(drawn) => {
            setProblem(undefined)
            updateAttributes(drawn)
          }}
        />
      ) : null}
    </NodeViewWrapper>
  )
}

interface ToolProps {
  name: string
  icon: LucideIcon
  busy?: boolean
  className?: string
  onClick: () => void
}

function Tool({ name, icon: Icon, busy = false, className, onClick, ...props }: ToolProps) {
  return (
    <Tooltip content={name}>
      <button
        type="button"
        aria-label={`${name} block`}
        aria-busy={busy}
        disabled={busy}
        className={cn(toolStyle, className)}
        onClick={onClick}
        {...props}
      >
        <Icon aria-hidden className={cn(busy && 'animate-spin')} />
      </button>
    </Tooltip>
  )
}
