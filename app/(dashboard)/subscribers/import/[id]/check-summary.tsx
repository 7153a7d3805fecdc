import { formatNumber } from '@/components/format'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { listText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { ImportCheck } from '@/server/modules/imports/preview-schema.ts'
import { ChangeList } from './change-list'
import { PlanNotice } from './plan-notice'
import { statesText } from './result-counts'
import { roundEstimate } from './round-estimate'

interface CheckSummaryProps {
  check: ImportCheck | undefined
  error: { message: string } | null
  /** Rows in the file, or an estimate until it has been read. */
  total: number | null
}

/** Result of the first rows with the current column mapping. */
export function CheckSummary({ check, error, total }: CheckSummaryProps) {
  if (error) return <Alert role="alert" tone="danger" title={error.message} />
  if (!check) return <Skeleton className="h-14 w-full rounded-xl" />
  const { counts } = check
  const fresh = counts.created + counts.over_limit
  const parts = [
    t`${formatNumber(fresh)} new`,
    counts.updated > 0 && t`${formatNumber(counts.updated)} changed`,
    counts.unchanged > 0 && t`${formatNumber(counts.unchanged)} unchanged`,
    counts.duplicate > 0 && `${formatNumber(counts.duplicate)} more than once in the file`,
    counts.invalid > 0 && `${formatNumber(counts.invalid)} without a valid address`,
    counts.suppressed > 0 && `${formatNumber(counts.suppressed)} blocked from receiving email`,
    counts.blank > 0 && t`${formatNumber(counts.blank)} empty`,
  ].filter((part) => part !== false)
  const coming = check.complete || total === null ? fresh : (total * fresh) / Math.max(1, check.rows)
  return (
    <div className="grid gap-3">
      {check.room !== null && coming > check.room ? <PlanNotice room={check.room} /> : null}
      <Alert
        tone={counts.invalid > check.rows / 10 ? 'warning' : 'success'}
        title={
          check.complete
            ? `${formatNumber(check.rows)} ${check.rows === 1 ? 'row' : 'rows'}: ${listText(parts)}`
            : `First ${formatNumber(check.rows)} rows: ${listText(parts)}`
        }
      >
        {statesText(check.states)}
        {check.complete || total === null ? null : (
          <p>The file has about {formatNumber(roundEstimate(total))} rows. You preview every row before you import.</p>
        )}
      </Alert>
      {check.questions
        .filter(({ kind }) => kind !== 'date_order')
        .map(({ kind, column, message }) => (
          <Alert key={`${kind}${column}`} tone="warning" title={message} />
        ))}
      {check.problems.length > 0 ? (
        <Alert tone="warning" title="Rows that are left out">
          <SampleRows rows={check.problems} />
        </Alert>
      ) : null}
      {check.noted_count > 0 ? (
        <Alert tone="warning" title={notedTitle(check.noted_count)}>
          <SampleRows rows={check.notes} />
        </Alert>
      ) : null}
      {check.changes.length > 0 ? (
        <section aria-label="Changes" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-medium text-sm">
            {counts.updated > check.changes.length ? `First ${check.changes.length} changes` : 'Changes'}
          </h3>
          <ChangeList changes={check.changes} />
        </section>
      ) : null}
    </div>
  )
}

export const notedTitle = (count: number) =>
  count === 1 ? t`1 row has a value that can’t be read` : t`${formatNumber(count)} rows have a value that can’t be read`

function SampleRows({ rows }: { rows: ImportCheck['problems'] }) {
  if (rows.length === 0) return null
  return (
    <ul className="mt-1 grid gap-0.5">
      {rows.map(({ row_number, email_address, message }) => (
        <li key={row_number} className="[overflow-wrap:anywhere]">
          Row {formatNumber(row_number)}: {message}
          {email_address ? <> (“{email_address}”)</> : null}
        </li>
      ))}
    </ul>
  )
}
