import type { PlannedChange } from '@/server/modules/imports/schema.ts'

/** Changes to existing subscribers, each with the value before and after. */
export function ChangeList({ changes }: { changes: readonly PlannedChange[] }) {
  return (
    <ul className="w-full divide-y divide-border border-border border-y text-sm">
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
                    {' › '}
                  </>
                )}
                <ins className="no-underline">{after}</ins>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
