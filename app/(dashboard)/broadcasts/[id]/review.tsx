import { Findings } from '@/components/email-editor/findings'
import type { OnFix } from '@/components/email-editor/remark-list'
import { LiquidText } from '@/components/liquid-text'
import { Skeleton } from '@/components/ui/skeleton'
import type { Checklist } from '@/server/modules/broadcasts/composer-schema.ts'
import { recipientsHeading, suppressedText } from './recipients-text'

interface ReviewProps {
  id: number
  checklist: Checklist | undefined
  onFix?: OnFix | undefined
  /** True if the plan has a problem, or the text on the page differs from the stored text. */
  hasOtherProblems?: boolean
}

/** Review before sending: subject, sender, recipients, and problems to fix. */
export function Review({ checklist, id, onFix, hasOtherProblems = false }: ReviewProps) {
  if (!checklist) return <Skeleton className="h-44 w-full rounded-xl" aria-label="Checking the email" />
  const { summary, audience_count, suppressed_count, is_exact } = checklist
  const skippedText = suppressedText(suppressed_count, is_exact)
  return (
    <div className="grid gap-3">
      <dl className="grid overflow-hidden rounded-xl border border-border text-sm">
        <Row term="Subject">
          {summary.subject ? <LiquidText text={summary.subject} /> : <Missing>No subject</Missing>}
        </Row>
        <Row term="From">{summary.from ?? <Missing>No sending address</Missing>}</Row>
        <Row term="To">{summary.audience ?? <Missing>No one chosen</Missing>}</Row>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-secondary px-4 py-3">
          <dt className="text-muted-foreground">Recipients now</dt>
          <dd className="figures font-semibold text-lg tracking-tight">
            {summary.audience ? recipientsHeading(audience_count, is_exact) : '–'}
          </dd>
          {summary.audience && skippedText ? <dd className="w-full text-muted-foreground">{skippedText}</dd> : null}
        </div>
      </dl>
      <Findings
        email={{ kind: 'broadcast', id }}
        remarks={checklist.remarks}
        onFix={onFix}
        success="Ready to send."
        hasOtherProblems={hasOtherProblems}
      />
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
