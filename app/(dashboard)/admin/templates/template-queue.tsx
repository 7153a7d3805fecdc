'use client'

import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { DataTable } from '@/components/data-table'
import { EmptyState } from '@/components/empty-state'
import { RelativeTime } from '@/components/relative-time'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'

/** Templates of apps in the store that wait for review. */
export function TemplateQueue() {
  const trpc = useTRPC()
  const templates = useQuery(trpc.automation_templates.review.list.queryOptions())
  return (
    <DataTable
      caption="Templates in review"
      rows={templates.data}
      rowId={(template) => template.id}
      rowHref={(template) => `/admin/templates/${template.id}`}
      error={templates.error}
      onRetry={() => void templates.refetch()}
      columns={[
        {
          key: 'name',
          header: 'Template',
          cell: (template) => (
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <span className="truncate">{template.name}</span>
              {template.is_live ? <StatusBadge label="Changes" tone="info" icon={PencilLine} /> : null}
            </span>
          ),
        },
        { key: 'app', header: 'App', phone: 'plain', cell: (template) => template.app_name },
        { key: 'developer', header: 'Developer', phone: 'plain', cell: (template) => template.developer },
        {
          key: 'submitted',
          header: 'Submitted',
          align: 'end',
          className: 'whitespace-nowrap text-muted-foreground',
          cell: (template) => <RelativeTime at={template.submitted_at} />,
        },
      ]}
      empty={
        <EmptyState
          illustration="inbox"
          title="No templates to review"
          description="Templates of apps in the store appear here when developers submit them. Those of other apps are reviewed with the app."
        />
      }
    />
  )
}
