'use client'

import { CopyButton } from '@/components/copy-button'
import { DateTime } from '@/components/relative-time'
import { Badge } from '@/components/ui/badge'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import type { DomainRecord } from '@/server/modules/sending-domains/schema.ts'
import { RecordStateBadge } from '../domain-status'

/** The records to add at the DNS provider, each with what was found. */
export function RecordsCard({ domain, records }: { domain: string; records: DomainRecord[] }) {
  const current = records.filter(({ removable_at }) => removable_at === null)
  const replaced = records.filter(({ removable_at }) => removable_at !== null)
  return (
    <>
      <Card>
        <CardHeader
          title="DNS records"
          description={`Add these where the DNS of ${domain} is managed. If your provider adds the domain to names itself, use the short name.`}
        />
        <CardContent className="grid gap-5">
          <RecordList records={current} label="DNS records" />
          {ABSENT.filter(({ purpose }) => !records.some((record) => record.purpose === purpose)).map(
            ({ purpose, text }) => (
              <p key={purpose} className="border-border border-t pt-4 text-muted-foreground text-sm">
                {text}
              </p>
            ),
          )}
        </CardContent>
      </Card>
      {replaced.length > 0 ? (
        <Card>
          <CardHeader
            title="Replaced records"
            description="Emails in transit still need them. Remove each after the date shown."
          />
          <CardContent>
            <RecordList records={replaced} label="Replaced records" />
          </CardContent>
        </Card>
      ) : null}
    </>
  )
}

/** Records whose value depends on a setting of the instance, and what holds without it. */
const ABSENT = [
  {
    purpose: 'spf',
    text: 'No SPF record is shown, because SPF_INCLUDE is not set on this server. DMARC passes with DKIM alone, but Gmail and Yahoo ask for SPF too: add the record that the provider of your mail server names, or ask your administrator to set SPF_INCLUDE.',
  },
  {
    purpose: 'return_path',
    text: 'No return path is shown, because BOUNCE_DOMAIN or BOUNCE_SMTP_PORT is not set on this server. Emails that cannot be delivered come back to the server’s own address, or to your sending address if BOUNCE_DOMAIN is not set.',
  },
] as const

function RecordList({ records, label }: { records: DomainRecord[]; label: string }) {
  return (
    <ul aria-label={label} className="grid divide-y divide-border">
      {records.map((record) => (
        <li key={record.key} className="grid gap-3 py-5 first:pt-0 last:pb-0">
          <Record record={record} />
        </li>
      ))}
    </ul>
  )
}

function Record({ record }: { record: DomainRecord }) {
  const { label, description, type, name, host, value, is_required, state, found, removable_at } = record
  return (
    <>
      <div className="flex items-start justify-between gap-x-4 gap-y-2 max-sm:flex-wrap">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {label}
            {is_required ? null : <Badge tone="outline">{removable_at ? 'Replaced' : 'Recommended'}</Badge>}
          </h3>
          <p className="text-muted-foreground text-sm">{description}</p>
        </div>
        <RecordStateBadge state={state} />
      </div>
      {removable_at ? <Removable at={removable_at} /> : null}
      <dl className="grid gap-x-4 gap-y-2 rounded-xl bg-secondary/50 p-3 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
        <Part term="Type">
          <code className="text-xs">{type}</code>
        </Part>
        <Part term="Name" copy={{ value: name, label: `name of ${label}` }}>
          <code className="text-xs [overflow-wrap:anywhere]">{name}</code>
        </Part>
        <Part term="Short name" copy={{ value: host, label: `short name of ${label}` }}>
          <code className="text-xs [overflow-wrap:anywhere]">{host}</code>
        </Part>
        <Part term="Value" copy={{ value, label: `value of ${label}` }}>
          <code className="text-xs [overflow-wrap:anywhere]">{value}</code>
        </Part>
        {found.length > 0 ? (
          <Part term="Found">
            <span className="grid gap-1.5">
              {found.map((text) => (
                <code key={text} className="text-destructive-ink text-xs [overflow-wrap:anywhere]">
                  {text}
                </code>
              ))}
              {found.length > 1 ? <span className="text-xs">There must be only one record.</span> : null}
            </span>
          </Part>
        ) : null}
      </dl>
    </>
  )
}

function Removable({ at }: { at: string }) {
  return Date.parse(at) <= Date.now() ? (
    <p className="text-sm">You can remove this record now.</p>
  ) : (
    <p className="text-sm">
      Keep this record until <DateTime at={at} />.
    </p>
  )
}

interface PartProps {
  term: string
  copy?: { value: string; label: string }
  children: React.ReactNode
}

function Part({ term, copy, children }: PartProps) {
  return (
    <>
      <dt className="self-center text-muted-foreground text-xs max-sm:pt-1">{term}</dt>
      <dd className="flex min-w-0 items-center justify-between gap-2">
        <span className="min-w-0">{children}</span>
        {copy ? <CopyButton {...copy} /> : null}
      </dd>
    </>
  )
}
