import { type FormEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sheet } from '@/components/ui/sheet'
import { Skeleton } from '@/components/ui/skeleton'
import { useDebounced } from '@/components/use-debounced'
import type { Plugin } from '@/server/modules/plugins/schema.ts'
import {
  defaultsOf,
  postedSettings,
  type SettingValues,
  settingProblems,
} from '@/server/modules/plugins/settings-schema.ts'
import { BlockFrame } from './block-frame'
import { SettingsForm } from './settings-form'
import { useBlockHtml } from './use-plugins'

const PAUSE_MS = 500

interface BlockSheetProps {
  plugin: Plugin
  /** Settings of an existing block. A new block starts with the app’s defaults. */
  initial?: SettingValues
  submitLabel: string
  open: boolean
  onClose: () => void
  onSubmit: (block: { plugin_id: number; name: string; settings: SettingValues; html: string }) => void
}

/** Edits a block’s settings with a preview, and saves settings and HTML together. */
export function BlockSheet({ open, onClose, ...props }: BlockSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={props.plugin.name}
      description={props.plugin.description || `A block by ${props.plugin.app.name}`}
      className="w-full sm:max-w-3xl"
    >
      <BlockEditor {...props} onClose={onClose} />
    </Sheet>
  )
}

function BlockEditor({ plugin, initial, submitLabel, onClose, onSubmit }: Omit<BlockSheetProps, 'open'>) {
  const [values, setValues] = useState<SettingValues>(() => ({
    ...(initial ? {} : defaultsOf(plugin.settings)),
    ...initial,
  }))
  const [showsProblems, setShowsProblems] = useState(false)
  const settled = useDebounced(values, PAUSE_MS)
  const problems = settingProblems(plugin.settings, values)
  const complete = Object.keys(settingProblems(plugin.settings, settled)).length === 0
  const settings = postedSettings(plugin.settings, settled)
  const block = useBlockHtml(plugin.id, settings, { enabled: complete })
  const current = settled === values && complete && block.isSuccess && !block.isPlaceholderData && !block.isFetching

  function submit(event: FormEvent) {
    event.preventDefault()
    // Otherwise the event reaches the composer’s form, in which this sheet is rendered.
    event.stopPropagation()
    setShowsProblems(true)
    if (!current || !block.data) return
    onSubmit({ plugin_id: plugin.id, name: `${plugin.name} (${plugin.app.name})`, settings, html: block.data.html })
    onClose()
  }

  return (
    <form noValidate className="grid gap-6 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]" onSubmit={submit}>
      <div className="grid content-start gap-5">
        {plugin.settings.length === 0 ? (
          <p className="text-muted-foreground text-sm">This block has no settings.</p>
        ) : (
          <SettingsForm plugin={plugin} values={values} problems={showsProblems ? problems : {}} onChange={setValues} />
        )}
      </div>
      <section aria-label="Block preview" aria-busy={block.isFetching} className="grid min-w-0 content-start gap-3">
        {block.error && complete ? (
          <Alert
            role="alert"
            tone="danger"
            title="Couldn’t load this block"
            action={{ label: 'Try again', onClick: () => void block.refetch() }}
          >
            {block.error.message}
          </Alert>
        ) : null}
        {block.data ? (
          <BlockFrame
            title="Preview"
            html={block.data.html}
            className={cn('transition-opacity', !current && 'opacity-50')}
          />
        ) : complete && !block.error ? (
          <Skeleton className="h-48 w-full rounded-xl" />
        ) : block.error ? null : (
          <p className="rounded-xl border border-border border-dashed p-8 text-center text-muted-foreground text-sm">
            Fill in the settings to preview the block.
          </p>
        )}
      </section>
      <div className="flex flex-wrap justify-end gap-2 md:col-span-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          pending={complete && !block.error && !current}
          disabled={complete && Boolean(block.error) && !block.isFetching}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
