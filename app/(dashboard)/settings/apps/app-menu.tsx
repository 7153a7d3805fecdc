'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Ellipsis, ExternalLink, Store, Unplug } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { InstalledApp } from '@/server/modules/apps/schema.ts'

const UninstallDialog = onDemand(async () => (await import('./uninstall-dialog')).UninstallDialog)

/** Actions for an installed app. */
export function AppMenu({ app }: { app: InstalledApp }) {
  const [leaving, setLeaving] = useState(false)
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
          <DropdownMenuSeparator />
          <DropdownMenuItem icon={Unplug} label="Uninstall" variant="destructive" onSelect={() => setLeaving(true)} />
        </DropdownMenuContent>
      </DropdownMenu>
      <UninstallDialog app={app} open={leaving} onClose={() => setLeaving(false)} />
    </>
  )
}
