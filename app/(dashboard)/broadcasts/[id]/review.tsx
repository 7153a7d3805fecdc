'use client'

import { formatCrowd } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import type { Checklist, Remark } from '@/server/modules/broadcasts/composer-schema.ts'

/** Review before sending: subject, sender, recipients, and problems to fix. */
export function Review({ checklist }: { checklist: Checklist | undefined }) {
  if (!checklist) return <Skeleton className="h-44 w-full rounded-xl" aria-label="Checking the email" />
  const { summary, audience_count } = checklist
  return (
    <div className="grid gap-3">
      <dl className="grid overflow-hidden rounded-xl border border-border text-sm">
        <Row term="Subject">{summary.subject || <Missing>No subject</Missing>}</Row>
        <Row term="From">{summary.from ?? <Missing>No sending address</Missing>}</Row>
        <Row term="To">{summary.audience ?? <Missing>No one chosen</Missing>}</Row>
        <div className="flex items-baseline justify-between gap-4 bg-secondary px-4 py-3">
          <dt className="text-muted-foreground">Recipients now</dt>
          <dd className="figures font-semibold text-lg tracking-tight">
            {summary.audience ? formatCrowd(audience_count) : '–'}
          </dd>
        </div>
      </dl>
      <Remarks remarks={checklist.remarks} />
    </div>
  )
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 border-border border-b px-4 py-2.5">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

const Missing = ({ children }: { children: React.ReactNode }) => (
  <span className="text-destructive-ink">{children}</span>
)

function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  if (remarks.length === 0) return <Alert tone="success" title="Ready to send." />
  return (
    <ul className="grid gap-2">
      {remarks.map(({ level, message }) => (
        <li key={message}>
          <Alert
            tone={level === 'blocker' ? 'danger' : 'warning'}
            title={message}
            className="[overflow-wrap:anywhere]"
          />
        </li>
      ))}
    </ul>
  )
}
