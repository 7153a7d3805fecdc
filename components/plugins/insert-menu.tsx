import * as Primitive from '@radix-ui/react-toolbar'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { toolLabelStyle, toolStyle } from '@/components/editor/tool-style'
import { Blocks } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { Plugin } from '@/server/modules/plugins/schema.ts'
import { PluginLogo } from './plugin-logo'
import { usePlugins } from './use-plugins'

const BlockSheet = onDemand(async () => (await import('./block-sheet')).BlockSheet)
const MediaDialog = onDemand(async () => (await import('./media-dialog')).MediaDialog)

const KINDS: [Plugin['kind'], string][] = [
  ['content_block', 'Blocks'],
  ['media_source', 'Images'],
]

/** A menu of the installed apps' plugins. Renders nothing without any. */
export function InsertPluginMenu({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const plugins = usePlugins()
  const [chosenPlugin, setChosenPlugin] = useState<Plugin>()
  // Automation nodes are offered in the automation editor.
  const knownPlugins = plugins.data?.filter((plugin) => KINDS.some(([kind]) => kind === plugin.kind)) ?? []
  if (knownPlugins.length === 0) return null
  const close = () => setChosenPlugin(undefined)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Primitive.Button
            aria-label="Apps"
            title="Apps"
            disabled={disabled}
            className={cn(toolStyle, 'grid-flow-col gap-1.5 px-2 text-sm')}
          >
            <Blocks aria-hidden /> <span className={toolLabelStyle}>Apps</span>
          </Primitive.Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="max-w-80" onCloseAutoFocus={(event) => event.preventDefault()}>
          {KINDS.map(([kind, title]) => {
            const offered = knownPlugins.filter((plugin) => plugin.kind === kind)
            if (offered.length === 0) return null
            return (
              <DropdownMenuGroup key={kind}>
                <DropdownMenuLabel>{title}</DropdownMenuLabel>
                {offered.map((plugin) => (
                  <DropdownMenuItem
                    key={plugin.id}
                    disabled={plugin.problem !== null}
                    onSelect={() => setChosenPlugin(plugin)}
                  >
                    <PluginLogo src={plugin.app.logo_url} />
                    <span className="grid min-w-0">
                      <span>
                        {plugin.name} <span className="text-muted-foreground">{plugin.app.name}</span>
                      </span>
                      <span className="text-muted-foreground text-xs">{plugin.problem ?? plugin.description}</span>
                    </span>
                  </DropdownMenuItem>
                ))}
              </DropdownMenuGroup>
            )
          })}
        </DropdownMenuContent>
      </DropdownMenu>
      {chosenPlugin?.kind === 'content_block' ? (
        <BlockSheet
          plugin={chosenPlugin}
          submitLabel="Insert block"
          open
          onClose={close}
          onSubmit={(block) => editor.chain().focus().insertBlock(block).run()}
        />
      ) : null}
      {chosenPlugin?.kind === 'media_source' ? (
        <MediaDialog plugin={chosenPlugin} editor={editor} onClose={close} />
      ) : null}
    </>
  )
}
