'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { formatCount } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { useKeyset } from '@/components/keyset'
import { ListPage } from '@/components/list/list-page'
import { styleQuery } from '@/components/page-queries'
import { IfRole, useHasRole } from '@/components/role'
import { builtInDesign, TemplateSketch } from '@/components/templates/template-sketch'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import type { StyleDetail } from '@/server/modules/style/schema.ts'
import type { TemplateRow } from '@/server/modules/templates/editor-schema.ts'
import { templateListQuery } from './queries'
import { TemplateMenu } from './template-menu'

const NewTemplateDialog = onDemand(async () => (await import('./new-template-dialog')).NewTemplateDialog)

export function TemplateList() {
  const trpc = useTRPC()
  const { cursor } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const may_write = useHasRole('editor')
  const templates = useQuery(templateListQuery(trpc, cursor))
  const style = useQuery(styleQuery(trpc))
  return (
    <ListPage
      title="Templates"
      description="How emails look around their text. Changes apply to all emails sent afterward."
      actions={
        <IfRole atLeast="editor">
          <Button onClick={() => void setCreating(true)}>
            <Plus aria-hidden /> New template
          </Button>
        </IfRole>
      }
      list={templates}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/templates/${id}`}
      columns={[
        {
          header: 'Name',
          cell: (template) => (
            <span className="flex items-center gap-4">
              <TemplateSketch design={designOf(template, style.data)} className="h-14 w-11" />
              <span className="flex min-w-0 flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
                {template.name} {template.is_default ? <Badge tone="success">Default</Badge> : null}
              </span>
            </span>
          ),
        },
        {
          header: 'Type',
          phone: 'plain',
          className: 'text-muted-foreground',
          cell: ({ kind }) => KINDS[kind],
        },
        {
          header: 'Used by',
          phone: 'hidden',
          className: 'text-muted-foreground',
          cell: ({ uses }) => (uses === 0 ? '–' : formatCount(uses, 'email')),
        },
        { header: 'Updated', date: ({ updated_at }) => updated_at, from: 'lg', phone: 'hidden' },
      ]}
      rowActions={may_write ? (template) => <TemplateMenu template={template} /> : undefined}
      empty={{ illustration: 'file', title: 'No templates yet', description: 'Create one to style your emails.' }}
    >
      <NewTemplateDialog open={creating && may_write} onClose={() => void setCreating(null)} />
    </ListPage>
  )
}

const KINDS = { built_in: 'Built in', design: 'Design', html: 'HTML' }

const designOf = ({ kind, name, design }: TemplateRow, style: StyleDetail | undefined) =>
  kind === 'built_in' ? builtInDesign(name, style) : design
