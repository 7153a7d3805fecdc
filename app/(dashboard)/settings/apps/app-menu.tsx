import Link from 'next/link'
import { useState } from 'react'
import { Ellipsis, ExternalLink, SlidersHorizontal, Store, Unplug } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { IconButton } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { InstalledApp } from '@/server/modules/apps/schema.ts'

const LimitsDialog = onDemand(async () => (await import('@/components/assistants/limits-dialog')).LimitsDialog)
const UninstallDialog = onDemand(async () => (await import('./uninstall-dialog')).UninstallDialog)

/** Actions for an installed app. */
export function AppMenu({ app }: { app: InstalledApp }) {
  const trpc = useTRPC()
  const [leaving, setLeaving] = useState(false)
  const [limiting, setLimiting] = useState(false)
  const setLimits = useAction(trpc.oauth.setLimits, { invalidates: trpc.apps, done: t`Limits saved` })
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`Actions for ${app.name}`} />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {app.settings_url ? (
            <DropdownMenuItem asChild>
              <a href={app.settings_url} target="_blank" rel="noreferrer noopener">
                <ExternalLink aria-hidden /> App settings
              </a>
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem asChild>
            <Link href={`/apps/${app.app_id}`}>
              <Store aria-hidden /> View in store
            </Link>
          </DropdownMenuItem>
          {app.assistant ? (
            <DropdownMenuItem icon={SlidersHorizontal} label="Limits" onSelect={() => setLimiting(true)} />
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem icon={Unplug} label="Uninstall" variant="destructive" onSelect={() => setLeaving(true)} />
        </DropdownMenuContent>
      </DropdownMenu>
      {app.assistant && limiting ? (
        <LimitsDialog
          name={app.name}
          limits={app.assistant}
          onClose={() => setLimiting(false)}
          onSave={(limits) => setLimits.run({ installation_id: app.installation_id, limits })}
        />
      ) : null}
      <UninstallDialog app={app} open={leaving} onClose={() => setLeaving(false)} />
    </>
  )
}
