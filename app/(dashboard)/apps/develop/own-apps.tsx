'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { AppLogo } from '@/components/apps/app-logo'
import { AppStatusBadge } from '@/components/apps/app-status'
import { DataTable } from '@/components/data-table'
import { formatNumber } from '@/components/format'
import { Plus } from '@/components/generated/icons'
import { PageHeader } from '@/components/page-header'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'

const NewAppDialog = onDemand(async () => (await import('./new-app-dialog')).NewAppDialog)

/** Apps that this account develops. */
export function OwnApps() {
  const trpc = useTRPC()
  const apps = useQuery(trpc.apps.develop.list.queryOptions())
  const [creating, setCreating] = useQueryState('new', parseAsBoolean.withDefault(false))
  const create = (
    <Button onClick={() => void setCreating(true)}>
      <Plus aria-hidden /> New app
    </Button>
  )
  return (
    <>
      <PageHeader
        back={{ href: '/apps', label: 'Apps' }}
        title="Your apps"
        description={
          <>
            Apps work with the accounts of creators who install them, through OAuth and{' '}
            <a className="text-primary-ink underline underline-offset-4" href="/docs">
              the API
            </a>
            . They are private until you submit them to the store.
          </>
        }
        actions={create}
      />
      <DataTable
        caption="Your apps"
        rows={apps.data}
        rowId={(app) => app.id}
        rowHref={(app) => `/apps/develop/${app.id}`}
        query={apps}
        columns={[
          {
            header: 'App',
            cell: (app) => (
              <span className="flex items-center gap-3">
                <AppLogo src={app.logo_url} className="size-9 rounded-lg" />
                <span className="grid min-w-0">
                  <span className="truncate">{app.name}</span>
                  {app.tagline ? (
                    <span className="truncate font-normal text-muted-foreground max-md:hidden">{app.tagline}</span>
                  ) : null}
                </span>
              </span>
            ),
          },
          { header: 'State', phone: 'aside', cell: (app) => <AppStatusBadge app={app} /> },
          {
            header: 'Installs',
            align: 'end',
            className: 'whitespace-nowrap figures',
            cell: ({ installation_count: count }) => `${formatNumber(count)} ${count === 1 ? 'account' : 'accounts'}`,
          },
          {
            header: 'Updated',
            align: 'end',
            className: 'whitespace-nowrap text-muted-foreground',
            cell: (app) => <RelativeTime at={app.updated_at} />,
          },
        ]}
        empty={{
          illustration: 'file',
          title: 'No apps yet',
          description: 'Create an app to get a client ID and secret. You can try it on this account first.',
          actions: create,
        }}
      />
      <NewAppDialog open={creating} onClose={() => void setCreating(null)} />
    </>
  )
}
