import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatCount } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { Kind } from '@/server/modules/automations/schema.ts'

export type LifecycleAction = 'pause' | 'resume' | 'delete'

interface LifecycleDialogProps {
  automation: { id: number; name: string; kind: Kind }
  open: boolean
  /** The action while the dialog is open. */
  action: LifecycleAction | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Pauses, resumes or deletes an automation, after showing the effect and how many subscribers it has. */
export function LifecycleDialog({ open, automation, action, onClose, onDeleted }: LifecycleDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id, name, kind } = automation
  const pause = useAction(trpc.automations.pause)
  const resume = useAction(trpc.automations.resume)
  const remove = useAction(trpc.automations.delete)
  const versions = useQuery(trpc.automations.versions.queryOptions({ id }, { staleTime: 0, enabled: open }))
  const insideCount = versions.data?.reduce((sum, version) => sum + version.inside, 0)

  async function run() {
    if (action === 'pause') await pause.run({ id })
    if (action === 'resume') await resume.run({ id })
    if (action === 'delete') await remove.run({ id })
    if (action === 'delete') {
      onDeleted?.()
      client.removeQueries({ queryKey: trpc.automations.get.queryKey({ id }) })
      await client.invalidateQueries({ queryKey: trpc.automations.list.queryKey() })
    } else await client.invalidateQueries(trpc.automations.pathFilter())
    toast.success(`${action ? DONE[action] : ''} “${name}”`)
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={action ? `${VERBS[action]} “${name}”?` : null}
      description={
        versions.error
          ? versions.error.message
          : action && insideCount !== undefined
            ? TEXTS[action](insideCount)
            : 'Counting…'
      }
      confirmLabel={action ? `${VERBS[action]} ${kind === 'rule' ? 'rule' : 'automation'}` : ''}
      tone={action === 'delete' ? 'destructive' : 'primary'}
      disabled={insideCount === undefined}
      onConfirm={run}
    />
  )
}

const VERBS: Record<LifecycleAction, string> = { pause: 'Pause', resume: 'Resume', delete: 'Delete' }
const DONE: Record<LifecycleAction, string> = { pause: 'Paused', resume: 'Resumed', delete: 'Deleted' }

const TEXTS: Record<LifecycleAction, (inside: number) => string> = {
  pause: (inside) =>
    inside === 0
      ? 'No one is inside. No one enters until you resume it.'
      : `${formatCount(inside, 'subscriber')} will stay at the current step, with the remaining wait. No one enters, and no email is sent, until you resume it.`,
  resume: (inside) =>
    inside === 0
      ? 'No one is inside. Subscribers enter again from now on. Subscribers who matched a trigger while it was paused do not enter.'
      : `${formatCount(inside, 'subscriber')} will continue with the remaining wait; dates that passed are due now. Subscribers who matched a trigger while it was paused do not enter.`,
  delete: (inside) =>
    inside === 0
      ? 'No one is inside. Its emails and history are deleted. Links in sent emails keep working.'
      : `${formatCount(inside, 'subscriber')} will leave it and get no more emails from it. Its emails and history are deleted. Links in sent emails keep working.`,
}
