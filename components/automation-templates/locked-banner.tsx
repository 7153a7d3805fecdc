import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '@/components/action-dialog'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { PlanList } from './plan-list'
import { TemplateOverview } from './template-overview'

/** Explains why an adopted automation cannot be edited, offers to detach it, and offers a newer version of its template. */
export function LockedBanner({ automation_id }: { automation_id: number }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.automation_templates.adoption.queryOptions({ automation_id }))
  const detach = useAction(trpc.automations.detach, { invalidates: trpc, done: 'Detached. You can edit it now' })
  const [updating, setUpdating] = useState(false)
  if (!data) return null
  return (
    <>
      <Alert
        title={
          data.name
            ? `Locked: this is a copy of ${data.name} by ${data.app_name}`
            : 'Locked: this is a copy of a template'
        }
        actions={
          <>
            {data.newer_version ? (
              <Button size="sm" onClick={() => setUpdating(true)}>
                View new version
              </Button>
            ) : null}
            <ConfirmDialog
              trigger="Detach"
              title="Detach from the template?"
              description="You can edit the automation and its emails. It no longer gets new versions of the template."
              confirmLabel="Detach automation"
              onConfirm={() => detach.run({ id: automation_id })}
            />
          </>
        }
      >
        {data.newer_version
          ? 'A new version of the template is available. Nothing changes until you apply and publish it.'
          : data.name
            ? 'Publish and pause it as it is. Detach it to edit it.'
            : 'The template was deleted. Your copy keeps working. Detach it to edit it.'}
      </Alert>
      {updating ? <UpdateDialog automation_id={automation_id} onClose={() => setUpdating(false)} /> : null}
    </>
  )
}

function UpdateDialog({ automation_id, onClose }: { automation_id: number; onClose: () => void }) {
  const trpc = useTRPC()
  const preview = useQuery(trpc.automation_templates.previewUpdate.queryOptions({ automation_id }, { staleTime: 0 }))
  const apply = useAction(trpc.automation_templates.applyUpdate, {
    invalidates: trpc,
    done: 'Draft updated. Publish it to use it',
    onDone: onClose,
    onError: () => preview.refetch(),
  })
  const error = apply.error ?? preview.error
  return (
    <ActionDialog
      title="New template version"
      description="It replaces your draft. Subscribers get it when you publish."
      onClose={onClose}
      error={error}
      pending={apply.isPending}
      disabled={!preview.data || preview.isFetching}
      confirmLabel="Update draft"
      onConfirm={() => preview.data && apply.start({ automation_id, plan_key: preview.data.plan_key })}
    >
      {preview.data ? (
        <div className="grid gap-5">
          <details className="text-sm">
            <summary className="cursor-pointer font-medium">Your version</summary>
            {preview.data.before ? (
              <TemplateOverview
                overview={preview.data.before}
                comparison={{ to: preview.data.after, mark: 'Removed' }}
              />
            ) : null}
          </details>
          <TemplateOverview
            overview={preview.data.after}
            comparison={preview.data.before ? { to: preview.data.before, mark: 'New' } : undefined}
          />
          <PlanList plan={preview.data.plan} />
        </div>
      ) : error ? null : (
        <RowsSkeleton rows={4} />
      )}
    </ActionDialog>
  )
}
