'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/empty-state'
import { formatCount } from '@/components/format'
import { Code, Plus } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { useKeyset } from '@/components/keyset'
import { Loaded } from '@/components/loaded'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import type { TemplateCard } from '@/server/modules/templates/editor-schema.ts'
import { templateListQuery } from './queries'
import { TemplateMenu } from './template-menu'

const NewTemplateDialog = onDemand(async () => (await import('./new-template-dialog')).NewTemplateDialog)

export function TemplateList() {
  const { cursor, page } = useKeyset()
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const may_write = useHasRole('editor')
  const templates = useQuery(templateListQuery(useTRPC(), cursor))
  return (
    <Page>
      <PageHeader
        title="Templates"
        description="How emails look around their text. Changes apply to all emails sent afterward."
        actions={
          <IfRole atLeast="editor">
            <Button onClick={() => void setCreating(true)}>
              <Plus aria-hidden /> New template
            </Button>
          </IfRole>
        }
      />
      <Loaded query={templates} loading={<Skeleton className="h-96 w-full rounded-2xl" />}>
        {({ rows, pagination }) =>
          rows.length === 0 ? (
            <EmptyState illustration="file" title="No templates yet" description="Create one to style your emails." />
          ) : (
            <>
              <ul
                className={cn(
                  'grid gap-x-6 gap-y-8 transition-opacity sm:grid-cols-2 xl:grid-cols-3',
                  templates.isPlaceholderData && 'opacity-60',
                )}
              >
                {rows.map((template) => (
                  <Card key={template.id} template={template} may_write={may_write} />
                ))}
              </ul>
              <Pagination {...page(pagination)} pending={templates.isPlaceholderData} />
            </>
          )
        }
      </Loaded>
      <NewTemplateDialog open={creating && may_write} onClose={() => void setCreating(null)} />
    </Page>
  )
}

function Card({ template, may_write }: { template: TemplateCard; may_write: boolean }) {
  const { id, name, is_default, sample } = template
  return (
    <li className="group/card relative grid min-w-0 content-start gap-3">
      <div
        className={cn(
          'relative h-72 overflow-hidden rounded-2xl border border-border bg-white transition-shadow group-hover/card:shadow-md',
          is_default && 'border-primary ring-1 ring-primary',
        )}
      >
        {sample ? (
          // Half the size, so an email of 600 px has a margin in a card of 340 px.
          <div inert className="h-[200%] w-[200%] origin-top-left rtl:origin-top-right" style={{ scale: '0.5' }}>
            <HtmlFrame title={name} html={sample} className="h-full rounded-none border-0" />
          </div>
        ) : (
          <span className="grid h-full place-items-center bg-muted text-muted-foreground">
            <Code aria-hidden className="size-10" strokeWidth={1.5} />
          </span>
        )}
      </div>
      <div className="flex items-start justify-between gap-2">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
            <Link
              href={`/templates/${id}`}
              className="outline-none after:absolute after:inset-0 after:rounded-2xl focus-visible:after:outline-2 focus-visible:after:outline-ring"
            >
              {name}
            </Link>
            {is_default ? <Badge tone="success">Default</Badge> : null}
          </h2>
          <p className="text-muted-foreground text-sm">
            {KINDS[template.kind]} · {usesOf(template)}
          </p>
        </div>
        {may_write ? (
          <div className="relative z-1 -me-2">
            <TemplateMenu template={template} />
          </div>
        ) : null}
      </div>
    </li>
  )
}

const KINDS = { built_in: 'Built in', design: 'Design', html: 'HTML' }

function usesOf({ broadcasts, uses }: TemplateCard): string {
  if (broadcasts > 0) return `Used by ${formatCount(broadcasts, 'broadcast')}`
  return uses > 0 ? `Used by ${formatCount(uses, 'email')}` : 'Not used yet'
}
