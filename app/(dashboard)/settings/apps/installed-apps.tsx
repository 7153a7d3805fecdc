'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { scopeLabel } from '@/components/apps/app-labels'
import { AppLogo } from '@/components/apps/app-logo'
import { EmptyState } from '@/components/empty-state'
import { formatNumber } from '@/components/format'
import { CircleDashed, FlaskConical } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { IfRole } from '@/components/role'
import { StatusBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import type { InstalledApp } from '@/server/modules/apps/schema.ts'
import { SettingsPage } from '../settings-page'
import { AppMenu } from './app-menu'

/** Apps with access to the account, their permissions and last use. */
export function InstalledApps() {
  const trpc = useTRPC()
  const apps = useQuery(trpc.apps.installed.queryOptions())
  return (
    <SettingsPage
      title="Installed apps"
      description="Apps with access to this account, and their permissions."
      actions={
        <LinkButton variant={apps.data?.length === 0 ? 'outline' : 'primary'} href="/apps">
          Find apps
        </LinkButton>
      }
    >
      <Loaded query={apps} loading={<RowsSkeleton rows={3} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState
              illustration="tags"
              title="No apps installed"
              description="Install apps to add subscribers from your shop, insert content into emails and connect other tools."
              actions={<LinkButton href="/apps">Browse apps</LinkButton>}
            />
          ) : (
            <ul className="grid divide-y divide-border">
              {data.map((app) => (
                <InstalledRow key={app.installation_id} app={app} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}

function InstalledRow({ app }: { app: InstalledApp }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-1">
      <AppLogo src={app.logo_url} />
      <div className="grid min-w-0 gap-0.5">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold tracking-tight">
          <span className="[overflow-wrap:anywhere]">{app.name}</span>
          {app.tenant_name ? <span className="font-normal text-muted-foreground">{app.tenant_name}</span> : null}
          {app.state === 'pending' ? <StatusBadge label="Incomplete" tone="warning" icon={CircleDashed} /> : null}
          {app.test_expires_at ? <StatusBadge label="Review version test" tone="info" icon={FlaskConical} /> : null}
        </h2>
        <p className="text-pretty text-muted-foreground text-sm">{app.tagline}</p>
      </div>
      <IfRole atLeast="admin">
        <AppMenu app={app} />
      </IfRole>
      <dl className="col-span-full grid gap-x-6 gap-y-2 text-sm sm:col-span-2 sm:col-start-2 sm:grid-cols-2">
        <Fact label="Permissions">
          {app.assistant
            ? t`Assistant`
            : app.scopes.length > 0
              ? scopeLabel(app.scopes)
              : 'No account access, adds to the editor only'}
        </Fact>
        <Fact label="Last used">{app.last_used_at ? <RelativeTime at={app.last_used_at} /> : 'Never'}</Fact>
        <Fact label="Installed">
          {app.installed_at ? <RelativeTime at={app.installed_at} /> : 'Not completed'}
          {app.installed_by ? ` by ${app.installed_by}` : null}
        </Fact>
        <Fact label="Webhooks">{endpoints(app.webhook_endpoint_count)}</Fact>
        {app.test_expires_at ? (
          <Fact label="Test ends">
            When the review ends, or on <DateTime at={app.test_expires_at} />
          </Fact>
        ) : null}
      </dl>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

const endpoints = (count: number) =>
  count === 0 ? t`None` : count === 1 ? '1 endpoint' : t`${formatNumber(count)} endpoints`
