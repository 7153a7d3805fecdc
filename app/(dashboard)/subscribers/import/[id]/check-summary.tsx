import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import type { ImportCheck } from '@/server/modules/imports/schema.ts'
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
  const fresh = check.rows - check.existing - check.duplicate - check.invalid
  const parts = [
    `${formatNumber(Math.max(0, fresh))} new`,
    check.existing > 0 && `${formatNumber(check.existing)} on your list already`,
    check.duplicate > 0 && `${formatNumber(check.duplicate)} more than once in the file`,
    check.invalid > 0 && `${formatNumber(check.invalid)} without a valid address`,
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
    </div>
  )
}
