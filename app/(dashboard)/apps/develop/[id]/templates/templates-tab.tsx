import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TemplateLabels } from '@/components/automation-templates/template-labels'
import { TemplatePicture } from '@/components/automation-templates/template-picture'
import { TemplateStateBadge } from '@/components/automation-templates/template-state'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { EmptyState } from '@/components/empty-state'
import { CircleDashed, Plus } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import type { OwnTemplate } from '@/server/modules/automation-templates/schema.ts'
import { offered } from '@/server/modules/automation-templates/transitions-schema.ts'

const TemplateDialog = onDemand(async () => (await import('./template-dialog')).TemplateDialog)

/** The app's automation templates, with the actions that their states allow. */
export function TemplatesTab({ app }: { app: AppDetail }) {
  const trpc = useTRPC()
  const templates = useQuery(trpc.automation_templates.develop.list.queryOptions({ app_id: app.id }))
  const [editing, setEditing] = useState<OwnTemplate | 'new'>()
  return (
    <div className="grid max-w-3xl gap-6">
      <SectionCard
        title="Automation templates"
        description={
          app.status === 'published'
            ? 'Automations that creators can copy. Each is reviewed before you publish it.'
            : 'Automations that creators can copy. Submitted templates are reviewed together with the app.'
        }
        actions={
          <Button onClick={() => setEditing('new')}>
            <Plus aria-hidden /> New template
          </Button>
        }
      >
        <Loaded query={templates} as="h3" loading={<RowsSkeleton rows={2} />}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState
                as="h3"
                illustration="file"
                title="No templates yet"
                description="Make one from an automation of this account. Its tags, sequences and emails are copied with it."
              />
            ) : (
              <ul className="grid divide-y divide-border">
                {data.map((template) => (
                  <TemplateRow key={template.id} app={app} template={template} onEdit={() => setEditing(template)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </SectionCard>
      {editing ? (
        <TemplateDialog
          app_id={app.id}
          template={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </div>
  )
}

function TemplateRow({ app, template, onEdit }: { app: AppDetail; template: OwnTemplate; onEdit: () => void }) {
  const { name, description, labels, picture, review_note, missing, automation_name } = template
  return (
    <li className="grid gap-4 py-5 first:pt-1 last:pb-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {picture ? (
        <TemplatePicture picture={picture} className="h-28 w-full rounded-xl bg-muted p-2 max-sm:hidden" />
      ) : (
        <div className="grid h-28 place-items-center rounded-xl bg-muted p-2 text-center text-muted-foreground text-xs max-sm:hidden">
          The diagram is drawn when you submit it
        </div>
      )}
      <div className="grid content-start gap-2.5">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold tracking-tight">
          <span className="[overflow-wrap:anywhere]">{name}</span> <TemplateStateBadge template={template} />
        </h3>
        <p className="text-pretty text-muted-foreground text-sm [overflow-wrap:anywhere]">{description}</p>
        <p className="text-sm">Source: {automation_name ?? 'a deleted automation'}</p>
        <TemplateLabels labels={labels} />
        {review_note && template.state !== 'published' ? (
          <Alert
            tone={template.state === 'draft' ? 'warning' : 'info'}
            title={template.state === 'draft' ? 'Changes are needed' : 'From the reviewer'}
          >
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{review_note}</p>
          </Alert>
        ) : null}
        {template.state === 'draft'
          ? missing.map((thing) => (
              <p key={thing} className="flex items-start gap-2 text-sm">
                <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" /> {thing}
              </p>
            ))
          : null}
        <p className="text-muted-foreground text-sm">{nextOf(template, app)}</p>
        <TemplateActions template={template} onEdit={onEdit} />
      </div>
    </li>
  )
}

function nextOf({ state, is_live }: OwnTemplate, app: AppDetail): string {
  const live = is_live ? t` Creators can still adopt the version you published before.` : ''
  if (state === 'draft') return live.trim()
  if (state === 'approved') return `Publish it to offer it to creators. It can’t be edited until then.${live}`
  if (state === 'published') return 'Creators can adopt it. An edit sends it back to review; this version stays live.'
  return `${app.status === 'published' ? 'You get an email with the decision.' : 'It is reviewed together with the app.'} It can’t be edited until then.${live}`
}

function TemplateActions({ template, onEdit }: { template: OwnTemplate; onEdit: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id, name } = template
  const buttons = new Set(offered(template, 'developer'))
  const submit = useAction(trpc.automation_templates.develop.submit)
  const publish = useAction(trpc.automation_templates.develop.publish)
  const remove = useAction(trpc.automation_templates.develop.delete)
  const act = async (run: () => Promise<unknown>) => {
    await run()
    await client.invalidateQueries(trpc.automation_templates.pathFilter())
  }
  return (
    <div className="flex flex-wrap gap-2">
      {buttons.has('submit') && template.missing.length === 0 ? (
        <Confirmed
          label="Submit for review"
          title={`Submit ${name}?`}
          description="A copy of what the automation published last is reviewed. You can’t edit the template during the review."
          onConfirm={() => act(() => submit.run({ id }))}
        />
      ) : null}
      {buttons.has('publish') ? (
        <Confirmed
          label="Publish"
          title={`Publish ${name}?`}
          description="Creators can adopt it right away. Adopters of an earlier version are offered this one."
          onConfirm={() => act(() => publish.run({ id }))}
        />
      ) : null}
      {buttons.has('edit') ? (
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {buttons.has('delete') ? (
        <ConfirmDialog
          trigger={
            <Button size="sm" variant="ghost">
              Delete
            </Button>
          }
          title={`Delete ${name}?`}
          description="Creators can no longer adopt it. Copies that they have keep working."
          confirmLabel="Delete template"
          tone="destructive"
          onConfirm={() => act(() => remove.run({ id }))}
        />
      ) : null}
    </div>
  )
}

interface ConfirmedProps {
  label: string
  title: string
  description: ReactNode
  onConfirm: () => Promise<unknown>
}

function Confirmed({ label, ...dialog }: ConfirmedProps) {
  return <ConfirmDialog trigger={<Button size="sm">{label}</Button>} confirmLabel={label} {...dialog} />
}
