import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ActionDialog } from '@/components/action-dialog'
import { errorText } from '@/components/error-text'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { useAction } from '@/components/use-action'
import type { OfferedTemplate } from '@/server/modules/automation-templates/adoption-schema.ts'
import { PlanList } from './plan-list'
import { TemplateOverview } from './template-overview'

/** Shows what a template contains, creates and uses, and adopts it. */
export function AdoptDialog({ offered, onClose }: { offered: OfferedTemplate; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const { template, name, app, description } = offered
  const preview = useQuery(trpc.automation_templates.preview.queryOptions({ template }, { staleTime: 0 }))
  const adopt = useAction(trpc.automation_templates.adopt, {
    invalidates: trpc,
    done: 'Copied. Look through it, then publish it',
    onDone: ({ id }) => router.push(`/automations/${id}`),
    // The account may have changed since the preview.
    onError: () => preview.refetch(),
  })

  return (
    <ActionDialog
      title={name}
      description={app ? `By ${app.name}. ${description}` : description}
      onClose={onClose}
      pending={adopt.isPending}
      disabled={!preview.data || preview.isFetching || preview.data.needs_installation}
      confirmLabel="Use template"
      onConfirm={() => preview.data && adopt.start({ template, plan_key: preview.data.plan_key })}
    >
      <Loaded query={preview} as="h3" loading={<RowsSkeleton rows={4} />}>
        {(data) => (
          <div className="grid gap-5">
            {adopt.error ? <Alert role="alert" tone="danger" title={errorText(adopt.error)} /> : null}
            {data.needs_installation && app ? (
              <Alert
                tone="warning"
                title={`Install ${app.name} first`}
                action={{ href: `/apps/${app.id}`, label: 'View app' }}
              >
                The template has steps of the app.
              </Alert>
            ) : null}
            <TemplateOverview overview={data} />
            {data.plan.length > 0 ? <p className="font-medium text-sm">In your account</p> : null}
            <PlanList plan={data.plan} />
            <p className="text-muted-foreground text-sm">
              {app
                ? 'You get a draft that is locked, so it can follow new versions of the template. Detach it to edit it.'
                : 'You get a draft that you can edit. Nothing is sent before you publish it.'}
            </p>
          </div>
        )}
      </Loaded>
    </ActionDialog>
  )
}
