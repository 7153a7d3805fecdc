'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import type { InstalledApp } from '@/server/modules/apps/schema.ts'

interface UninstallDialogProps {
  app: InstalledApp
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the app can no longer do, and what stays. */
export function UninstallDialog({ app, ...dialog }: UninstallDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const uninstall = useMutation(trpc.installs.uninstall.mutationOptions())
  return (
    <ConfirmDialog
      {...dialog}
      title={`Uninstall ${app.name}?`}
      description="Its access ends at once, and it is told so. What it is still doing is cancelled; what it has made in your account stays."
      confirmLabel="Uninstall"
      tone="destructive"
      onConfirm={async () => {
        await uninstall.mutateAsync({ installation_id: app.installation_id })
        toast.success(`${app.name} is uninstalled`)
        await client.invalidateQueries(trpc.apps.pathFilter())
      }}
    />
  )
}
