import Link from 'next/link'
import type { ComponentType, ReactNode } from 'react'
import { DividedList } from '@/components/divided-list'
import { formatNumber, formatPercent } from '@/components/format'
import { Blocks, KeyRound, TriangleAlert, UserRound, Webhook } from '@/components/generated/icons'
import { RelativeTime } from '@/components/relative-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { SectionCard } from '@/components/ui/card'
import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import { requestsText } from './api-use'

interface SectionProps<Row> {
  title: string
  rows: readonly Row[]
  empty: string
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  id: (row: Row) => string | number
  name: (row: Row) => ReactNode
  detail: (row: Row) => ReactNode
  aside?: (row: Row) => ReactNode
  /** Shown beside the title, such as a link to all rows. */
  actions?: ReactNode
}

/** A card with a short list. */
export function Section<Row>({ title, rows, empty, icon: Icon, id, name, detail, aside, actions }: SectionProps<Row>) {
  return (
    <SectionCard title={title} actions={actions}>
      <DividedList rows={rows} rowId={(row) => id(row)} empty={empty} className="flex items-center gap-4">
        {(row) => (
          <>
            <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            <div className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere]">
              <span className="font-medium">{name(row)}</span>
              <span className="text-muted-foreground">{detail(row)}</span>
            </div>
            {aside?.(row)}
          </>
        )}
      </DividedList>
    </SectionCard>
  )
}

export const Team = ({ team }: Pick<AccountDetail, 'team'>) => (
  <Section
    title="Team"
    rows={team}
    empty="This account has no members."
    icon={UserRound}
    id={({ user_id }) => user_id}
    name={({ user_id, name, email_address }) => (
      <Link className="underline-offset-4 hover:underline" href={`/admin/users/${user_id}`}>
        {name ?? email_address}
      </Link>
    )}
    detail={({ email_address, last_seen_at }) => (
      <>
        {email_address} · {last_seen_at ? <RelativeTime at={last_seen_at} /> : 'never seen'}
      </>
    )}
    aside={({ role }) => <Badge tone="neutral">{ROLE_LABELS[role].label}</Badge>}
  />
)

const PROBLEM_KINDS: Record<AccountDetail['problems'][number]['kind'], string> = {
  broadcast: 'Broadcast',
  sequence: 'Sequence email',
  messages: 'Messages from',
  transport: 'Mail server for',
  automation: 'Automation',
  bulk_request: 'Bulk request',
  import: 'Import',
  export: 'Export',
  webhook: 'Webhook',
}

export const Problems = ({ problems }: Pick<AccountDetail, 'problems'>) => (
  <Section
    title="Latest problems"
    rows={problems}
    empty="Nothing failed in the last 30 days."
    icon={TriangleAlert}
    id={({ kind, name, occurred_at, text }) => `${kind} ${name} ${occurred_at} ${text}`}
    name={({ kind, name }) => `${PROBLEM_KINDS[kind]}: ${name}`}
    detail={({ text, occurred_at }) => (
      <>
        {text ?? 'Failed'} · <RelativeTime at={occurred_at} />
      </>
    )}
  />
)

const HEALTH: Record<AccountDetail['health']['domains'][number]['state'], { label: string; tone: Tone }> = {
  good: { label: 'Good', tone: 'success' },
  warned: { label: 'Warned', tone: 'warning' },
  paused: { label: 'Paused', tone: 'danger' },
}

const rate = (percent: number | null) => (percent === null ? '–' : formatPercent(percent))

export function Health({ health }: Pick<AccountDetail, 'health'>) {
  return (
    <SectionCard title="Sending health" description={`The last ${health.window_days} days, by sending domain.`}>
      <DividedList
        rows={health.domains}
        rowId={({ domain }) => domain}
        empty="Nothing was sent."
        className="grid gap-1"
      >
        {({ domain, sent, hard_bounce_rate, complaint_rate, state, summary }) => (
          <>
            <span className="flex flex-wrap items-center justify-between gap-2 font-medium [overflow-wrap:anywhere]">
              {domain === '*' ? 'All domains together' : domain}
              <Badge tone={HEALTH[state].tone}>{HEALTH[state].label}</Badge>
            </span>
            <span className="figures text-muted-foreground">
              {formatNumber(sent)} sent · {rate(hard_bounce_rate)} bounced · {rate(complaint_rate)} complained
            </span>
            {summary ? <span className="text-muted-foreground">{summary}</span> : null}
          </>
        )}
      </DividedList>
    </SectionCard>
  )
}

export const Keys = ({ account: { api_keys, api_use } }: { account: AccountDetail }) => (
  <Section
    title="API keys"
    rows={api_keys}
    empty="This account has no API keys."
    icon={KeyRound}
    id={({ id }) => id}
    name={({ name }) => name}
    detail={({ id, prefix, last_used_at }) => (
      <>
        {prefix}… · {last_used_at ? <RelativeTime at={last_used_at} /> : 'never used'}
        {requestsText(api_use, { kind: 'api_key', id })}
      </>
    )}
  />
)

export const Webhooks = ({ account: { id: account_id, webhooks } }: { account: AccountDetail }) => (
  <Section
    title="Webhooks"
    rows={webhooks}
    empty="This account has no webhooks."
    icon={Webhook}
    id={({ id }) => id}
    name={({ id, name }) => (
      <Link className="underline-offset-4 hover:underline" href={`/admin/webhooks/${account_id}-0-${id}`}>
        {name}
      </Link>
    )}
    detail={({ host, failed, failing_since }) => (
      <>
        {host}
        {failed > 0 ? ` · ${formatNumber(failed)} failed` : ''}
        {failing_since ? (
          <>
            {' '}
            · failing since <RelativeTime at={failing_since} />
          </>
        ) : null}
      </>
    )}
    aside={({ status, failing_since }) =>
      status === 'active' ? (
        <Badge tone={failing_since ? 'warning' : 'success'}>{failing_since ? 'Failing' : 'Active'}</Badge>
      ) : (
        <Badge tone="neutral">Disabled</Badge>
      )
    }
  />
)

export const Apps = ({ account: { apps, api_use } }: { account: AccountDetail }) => (
  <Section
    title="Installed apps"
    rows={apps}
    empty="No apps are installed."
    icon={Blocks}
    id={({ id }) => id}
    name={({ name }) => name}
    detail={({ id, installed_at }) => (
      <>
        Installed {installed_at ? <RelativeTime at={installed_at} /> : null}
        {requestsText(api_use, { kind: 'app', id })}
      </>
    )}
  />
)
