import type { ReactNode } from 'react'
import { CopyButton } from '@/components/copy-button'
import { CircleCheck, CircleDashed, CircleHelp, CircleX } from '@/components/generated/icons'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import type { RecordState } from '@/server/modules/sending-domains/schema.ts'

interface DnsRecordProps {
  record: {
    label: string
    description: string
    type: string
    name: string
    /** The name within its zone. */
    host: string
    value: string
    state: RecordState
    found: readonly string[]
  }
  badge?: string | null
  /** Shown above the values. */
  children?: ReactNode
}

/** A DNS record to add, with copy buttons, its state, and any different values found. */
export function DnsRecord({ record, badge, children }: DnsRecordProps) {
  const { label, description, type, name, host, value, state, found } = record
  return (
    <>
      <div className="flex items-start justify-between gap-x-4 gap-y-2 max-sm:flex-wrap">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {label}
            {badge ? <Badge tone="outline">{badge}</Badge> : null}
          </h3>
          <p className="text-muted-foreground text-sm">{description}</p>
        </div>
        <RecordStateBadge state={state} />
      </div>
      {children}
      <dl className="grid gap-x-4 gap-y-2 rounded-xl bg-secondary/50 p-3 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
        <Part term="Type">
          <code className="text-xs">{type}</code>
        </Part>
        <Part term="Name" copy={{ value: name, label: `${label} name` }}>
          <code className="text-xs [overflow-wrap:anywhere]">{name}</code>
        </Part>
        <Part term="Short name" copy={{ value: host, label: `${label} short name` }}>
          <code className="text-xs [overflow-wrap:anywhere]">{host}</code>
        </Part>
        <Part term="Value" copy={{ value, label: `${label} value` }}>
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

const states = {
  unchecked: { label: 'Not checked', tone: 'neutral', icon: CircleDashed },
  found: { label: 'Found', tone: 'success', icon: CircleCheck },
  missing: { label: 'Missing', tone: 'warning', icon: CircleDashed },
  differs: { label: 'Differs', tone: 'danger', icon: CircleX },
  no_answer: { label: 'DNS did not answer', tone: 'neutral', icon: CircleHelp },
} as const

function RecordStateBadge({ state }: { state: RecordState }) {
  return <StatusBadge {...states[state]} />
}

interface PartProps {
  term: string
  copy?: { value: string; label: string }
  children: ReactNode
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
