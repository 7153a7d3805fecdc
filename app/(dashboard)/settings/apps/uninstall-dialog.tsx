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

/** Confirms uninstalling an app. */
export function UninstallDialog({ app, ...dialog }: UninstallDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const uninstall = useMutation(trpc.installs.uninstall.mutationOptions())
  return (
    <ConfirmDialog
      {...dialog}
      title={`Uninstall ${app.name}?`}
      description="The app is notified and loses access immediately. Its running requests are canceled. Data it created is kept."
      confirmLabel="Uninstall app"
      tone="destructive"
      onConfirm={async () => {
        await uninstall.mutateAsync({ installation_id: app.installation_id })
        toast.success(`${app.name} uninstalled`)
        await client.invalidateQueries(trpc.apps.pathFilter())
      }}
    />
  )
}
