'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { DividedList } from '@/components/divided-list'
import { DetailLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { Page, PageHeader } from '@/components/page-header'
import { DateTime, RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Badge } from '@/components/ui/badge'
import { SectionCard } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { t } from '@/server/lib/locale/texts.ts'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'
import type { UserDetail } from '@/server/modules/admin/users-schema.ts'
import { UserActions } from './user-actions'

const PROVIDERS: Record<string, string> = { google: 'Google', github: 'GitHub' }

/** A user as administrators see them: sign-in methods, memberships and sessions. */
export function UserProfile({ id: user_id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.users.get.queryOptions({ user_id }))
  if (query.error)
    return <PageError query={query} title="Couldn’t load this user" href="/admin/users" label="All users" />
  if (!query.data) return <DetailLoading />
  const { data: user } = query
  return (
    <Page>
      <PageHeader
        back={{ href: '/admin/users', label: 'Users' }}
        title={user.name ?? user.email}
        badge={user.is_admin ? <Badge tone="primary">Administrator</Badge> : undefined}
        description={
          <>
            {user.email}, user {String(user.id)} since <DateTime at={user.created_at} />.
          </>
        }
        actions={
          <LinkButton variant="outline" href={`/admin/audit?q=${encodeURIComponent(user.email)}`}>
            Audit log
          </LinkButton>
        }
      />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <SignInMethods user={user} />
          <UserActions user={user} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Memberships memberships={user.memberships} />
          <Sessions sessions={user.sessions} />
        </div>
      </div>
    </Page>
  )
}

function SignInMethods({ user }: { user: UserDetail }) {
  const methods: [string, ReactNode][] = [
    [
      t`Address`,
      user.is_verified ? (
        <>
          Verified {user.verified_at ? <RelativeTime at={user.verified_at} className="text-muted-foreground" /> : null}
        </>
      ) : (
        <Badge key="address" tone="warning">
          Not verified
        </Badge>
      ),
    ],
    [t`Password`, user.has_password ? t`Set` : 'Not set'],
    ...user.providers.map((provider): [string, ReactNode] => [PROVIDERS[provider] ?? provider, t`Connected`]),
    ['Authenticator app', user.has_authenticator ? 'Set up' : 'Not set up'],
    [t`Passkeys`, user.passkeys.length === 0 ? t`None` : user.passkeys.map(({ name }) => name).join(', ')],
    ['Recovery codes', user.has_recovery_codes ? t`Left` : t`None`],
  ]
  return (
    <SectionCard title="Sign-in methods">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
        {methods.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}

function Memberships({ memberships }: Pick<UserDetail, 'memberships'>) {
  return (
    <SectionCard title="Accounts">
      <DividedList
        rows={memberships}
        rowId={({ account_id }) => account_id}
        empty="This user is a member of no account."
        className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]"
      >
        {({ account_id, name, role, is_suspended }) => (
          <>
            <Link
              className="min-w-0 flex-1 font-medium underline-offset-4 hover:underline"
              href={`/admin/accounts/${account_id}`}
            >
              {name}
            </Link>
            {is_suspended ? <Badge tone="danger">Suspended</Badge> : null}
            <Badge tone="neutral">{ROLE_LABELS[role].label}</Badge>
          </>
        )}
      </DividedList>
    </SectionCard>
  )
}

function Sessions({ sessions }: Pick<UserDetail, 'sessions'>) {
  return (
    <SectionCard title="Sessions" description="Browsers in which the user is signed in.">
      <DividedList
        rows={sessions}
        rowId={({ id }) => id}
        empty="The user is signed in nowhere."
        className="grid gap-0.5"
      >
        {({ device, ip, last_seen_at }) => (
          <>
            <span className="font-medium">{device}</span>
            <span className="text-muted-foreground">
              {ip ? `${ip} · ` : ''}
              <RelativeTime at={last_seen_at} />
            </span>
          </>
        )}
      </DividedList>
    </SectionCard>
  )
}
