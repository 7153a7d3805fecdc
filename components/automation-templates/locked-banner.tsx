'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { errorText } from '@/components/error-text'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { toast } from '@/components/ui/sonner'
import { PlanList } from './plan-list'
import { TemplateOverview } from './template-overview'

/** Says why an adopted automation cannot be edited, detaches it, and offers a newer version of its template. */
export function LockedBanner({ automation_id }: { automation_id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { data } = useQuery(trpc.automation_templates.adoption.queryOptions({ automation_id }))
  const detach = useMutation(trpc.automations.detach.mutationOptions())
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
              trigger={
                <Button size="sm" variant="outline">
                  Detach
                </Button>
              }
              title="Detach from the template?"
              description="You can edit the automation and its emails. It no longer gets new versions of the template."
              confirmLabel="Detach automation"
              onConfirm={async () => {
                await detach.mutateAsync({ id: automation_id })
                await client.invalidateQueries()
                toast.success('Detached. You can edit it now')
              }}
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
  const client = useQueryClient()
  const preview = useQuery(trpc.automation_templates.previewUpdate.queryOptions({ automation_id }, { staleTime: 0 }))
  const apply = useMutation(trpc.automation_templates.applyUpdate.mutationOptions())
  const error = apply.error ?? preview.error
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="New version of the template"
        description="It replaces your draft. Subscribers get it when you publish."
      >
        {error ? <Alert role="alert" tone="danger" title={errorText(error)} /> : null}
        {preview.data ? (
          <div className="grid gap-5">
            <details className="text-sm">
              <summary className="cursor-pointer font-medium">Your version</summary>
              {preview.data.before ? (
                <TemplateOverview
                  overview={preview.data.before}
                  compared={{ to: preview.data.after, mark: 'Removed' }}
                />
              ) : null}
            </details>
            <TemplateOverview
              overview={preview.data.after}
              {...(preview.data.before ? { compared: { to: preview.data.before, mark: 'New' as const } } : {})}
            />
            <PlanList plan={preview.data.plan} />
          </div>
        ) : error ? null : (
          <RowsSkeleton rows={4} />
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!preview.data || preview.isFetching}
            pending={apply.isPending}
            onClick={() =>
              preview.data &&
              apply.mutate(
                { automation_id, plan_key: preview.data.plan_key },
                {
                  onSuccess: async () => {
                    await client.invalidateQueries()
                    toast.success('Draft updated. Publish it to use it')
                    onClose()
                  },
                  onError: () => void preview.refetch(),
                },
              )
            }
          >
            Update draft
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
