import Link from 'next/link'
import { createSerializer, parseAsString } from 'nuqs'
import { deliveryParts } from '@/components/delivery/delivery-parts'
import { reasonText } from '@/components/delivery/delivery-reasons'
import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { SectionCard } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { Proof } from '@/server/modules/delivery/schema.ts'

/** Proof of completion: the recipients as the sum of parts, each linked to its rows. */
export function ProofCard({ proof, error }: { proof: Proof | undefined; error?: string | undefined }) {
  return (
    <SectionCard
      title="Delivery"
      description={
        proof?.is_complete ? 'Every recipient is accounted for.' : 'Each recipient’s result, counted row by row.'
      }
    >
      {error ? (
        <Alert tone="danger" title={error} />
      ) : proof ? (
        <Sum proof={proof} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </SectionCard>
  )
}

function Sum({ proof }: { proof: Proof }) {
  const shownParts = proof.parts.filter(({ part, count }) => count > 0 || part === 'sent')
  return (
    <div className="grid gap-4">
      {proof.mismatches.length > 0 ? (
        <Alert tone="danger" title="These numbers do not add up">
          {proof.mismatches.map(({ part, rows, kept }) => (
            <span key={part} className="block">
              {part === 'recipients' ? 'Recipients' : deliveryParts[part].label}: {formatNumber(rows)} rows, but the
              report counts {formatNumber(kept)}.
            </span>
          ))}
        </Alert>
      ) : null}
      <ul className="grid text-sm">
        {shownParts.map(({ part, count }, index) => (
          <li key={part} className="grid">
            <Line label={deliveryParts[part].label} sign={index > 0 ? '+' : ''} count={count} search={{ who: part }} />
            {proof.reasons
              .filter((reason) => reason.part === part)
              .map(({ reason, count: of_reason }) => (
                <Line
                  key={reason}
                  is_detail
                  label={reasonText(reason)}
                  count={of_reason}
                  search={{ who: part, reason }}
                />
              ))}
          </li>
        ))}
        <li className="mt-2 border-border border-t pt-1 font-medium">
          <Line label="Recipients" sign="=" count={proof.sum} search={{}} />
        </li>
      </ul>
    </div>
  )
}

const search_of = createSerializer({ tab: parseAsString, who: parseAsString, reason: parseAsString })

interface LineProps {
  label: string
  count: number
  /** `+` or `=` before the number. */
  sign?: string
  is_detail?: boolean
  search: { who?: string; reason?: string }
}

function Line({ label, count, sign, is_detail, search }: LineProps) {
  return (
    <Link
      href={search_of({ tab: 'recipients', ...search })}
      className="-mx-2 flex items-baseline justify-between gap-6 rounded-md px-2 py-1.5 hover:bg-secondary"
    >
      <span className={is_detail ? 'ps-4 text-muted-foreground text-xs' : 'text-muted-foreground'}>{label}</span>
      <span className={is_detail ? 'figures text-muted-foreground text-xs' : 'figures font-medium'}>
        {sign ? <span className="me-2 font-normal text-muted-foreground">{sign}</span> : null}
        {formatNumber(count)}
      </span>
    </Link>
  )
}
