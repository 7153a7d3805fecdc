import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import type { ImportCheck, PlannedChange } from '@/server/modules/imports/schema.ts'
import { roughly } from './roughly'

interface CheckSummaryProps {
  check: ImportCheck | undefined
  error: { message: string } | null
  /** Rows in the whole file, as far as known. */
  total: number | null
}

/** What the rows come to when they are read like this, before anybody is added. */
export function CheckSummary({ check, error, total }: CheckSummaryProps) {
  if (error) return <Alert role="alert" tone="danger" title={error.message} />
  if (!check) return <Skeleton className="h-14 w-full rounded-xl" />
  const fresh = check.rows - check.existing - check.duplicate - check.invalid - check.suppressed
  const parts = [
    `${formatNumber(Math.max(0, fresh))} new`,
    check.changed > 0 && `${formatNumber(check.changed)} changed`,
    check.existing > check.changed && `${formatNumber(check.existing - check.changed)} unchanged`,
    check.duplicate > 0 && `${formatNumber(check.duplicate)} more than once in the file`,
    check.invalid > 0 && `${formatNumber(check.invalid)} without a valid address`,
    check.suppressed > 0 && `${formatNumber(check.suppressed)} who asked never to be mailed again`,
  ].filter((part) => part !== false)
  const coming = check.complete || total === null ? fresh : (total * fresh) / Math.max(1, check.rows)
  return (
    <div className="grid gap-3">
      {check.room !== null && coming > check.room ? (
        <Alert tone="warning" title={`Your plan has room for ${formatNumber(check.room)} more people`}>
          New people are added from the top of the file until it is full; the rest is passed over and listed in the
          result.
        </Alert>
      ) : null}
      <Alert
        tone={check.invalid > check.rows / 10 ? 'warning' : 'success'}
        title={
          check.complete
            ? `${formatNumber(check.rows)} ${check.rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}`
            : `Of the first ${formatNumber(check.rows)} rows: ${parts.join(', ')}`
        }
      >
        {check.complete || total === null ? null : <p>The whole file has about {formatNumber(roughly(total))} rows.</p>}
        {check.problems.length > 0 ? (
          <ul className="mt-1 grid gap-0.5">
            {check.problems.map(({ row_number, email_address, message }) => (
              <li key={row_number} className="[overflow-wrap:anywhere]">
                Row {formatNumber(row_number)}: {message}
                {email_address ? <> (“{email_address}”)</> : null}
              </li>
            ))}
          </ul>
        ) : null}
      </Alert>
      {check.changes.length > 0 ? <Changes changes={check.changes} changed={check.changed} /> : null}
    </div>
  )
}

/** Some of the people who are here already, value by value: what it is, and what it becomes. */
function Changes({ changes, changed }: { changes: readonly PlannedChange[]; changed: number }) {
  return (
    <section aria-label="What would change" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-sm">
        {changed > changes.length ? `What would change, the first ${changes.length} of them` : 'What would change'}
      </h3>
      <ul className="divide-y divide-border border-border border-y text-sm">
        {changes.map(({ row_number, email_address, values }) => (
          <li key={row_number} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
            <span className="truncate font-medium">{email_address}</span>
            <ul className="grid gap-0.5">
              {values.map(({ label, before, after }) => (
                <li key={label} className="[overflow-wrap:anywhere]">
                  <span className="text-muted-foreground">{label}: </span>
                  {before === null ? null : (
                    <>
                      <del className="text-muted-foreground">{before}</del>
                      {' → '}
                    </>
                  )}
                  <ins className="no-underline">{after}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
