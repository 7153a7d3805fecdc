import { ConfirmDialog } from '@/components/confirm-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { InstalledApp } from '@/server/modules/apps/schema.ts'

interface UninstallDialogProps {
  app: InstalledApp
  open: boolean
  onClose: () => void
}

/** Confirms uninstalling an app. */
export function UninstallDialog({ app, ...dialog }: UninstallDialogProps) {
  const trpc = useTRPC()
  const uninstall = useAction(trpc.installs.uninstall, { invalidates: trpc.apps })
  return (
    <ConfirmDialog
      {...dialog}
      title={`Uninstall ${app.name}?`}
      description="The app is notified and loses access immediately. Its running requests are canceled. Data it created is kept."
      confirmLabel="Uninstall app"
      tone="destructive"
      onConfirm={() => uninstall.run({ installation_id: app.installation_id }, `${app.name} uninstalled`)}
    />
  )
}
