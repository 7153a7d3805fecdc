'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { ErrorState } from '@/components/error-state'
import { errorText } from '@/components/error-text'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { toast } from '@/components/ui/sonner'
import type { OfferedTemplate } from '@/server/modules/automation-templates/adoption-schema.ts'
import { PlanList } from './plan-list'
import { TemplateOverview } from './template-overview'

/** Shows what a template contains, creates and uses, and adopts it. */
export function AdoptDialog({ offered, onClose }: { offered: OfferedTemplate; onClose: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const { template, name, app, description } = offered
  const preview = useQuery(trpc.automation_templates.preview.queryOptions({ template }, { staleTime: 0 }))
  const adopt = useMutation(trpc.automation_templates.adopt.mutationOptions())

  async function confirm(plan_key: string) {
    try {
      const { id } = await adopt.mutateAsync({ template, plan_key })
      await client.invalidateQueries()
      toast.success('Copied. Look through it, then publish it')
      router.push(`/automations/${id}`)
    } catch {
      // The account may have changed since the preview.
      await preview.refetch()
    }
  }

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={name} description={app ? `By ${app.name}. ${description}` : description}>
        {preview.error ? (
          <ErrorState as="h3" error={preview.error} onRetry={() => void preview.refetch()} />
        ) : !preview.data ? (
          <RowsSkeleton rows={4} />
        ) : (
          <div className="grid gap-5">
            {adopt.error ? <Alert role="alert" tone="danger" title={errorText(adopt.error)} /> : null}
            {preview.data.needs_installation && app ? (
              <Alert
                tone="warning"
                title={`Install ${app.name} first`}
                actions={
                  <Button asChild size="sm" variant="outline">
                    <Link href={`/apps/${app.id}`}>View app</Link>
                  </Button>
                }
              >
                The template has steps of the app.
              </Alert>
            ) : null}
            <TemplateOverview overview={preview.data} />
            {preview.data.plan.length > 0 ? <p className="font-medium text-sm">In your account</p> : null}
            <PlanList plan={preview.data.plan} />
            <p className="text-muted-foreground text-sm">
              {app
                ? 'You get a draft that is locked, so it can follow new versions of the template. Detach it to edit it.'
                : 'You get a draft that you can edit. Nothing is sent before you publish it.'}
            </p>
          </div>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            pending={adopt.isPending}
            disabled={!preview.data || preview.isFetching || preview.data.needs_installation}
            onClick={() => (preview.data ? confirm(preview.data.plan_key) : undefined)}
          >
            Use template
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
