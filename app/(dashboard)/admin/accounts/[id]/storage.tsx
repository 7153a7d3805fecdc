import { formatNumber } from '@/components/format'
import { SectionCard } from '@/components/ui/card'
import { bytesText } from '@/server/lib/locale/formats.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'

/** The account’s storage by area, in bytes. */
export function Storage({ storage }: Pick<AccountDetail, 'storage'>) {
  const largestBytes = Math.max(1, ...storage.map(({ bytes }) => bytes ?? 0))
  return (
    <SectionCard title="Storage" description="Sizes of rows are estimated from the average of all accounts.">
      <ul className="grid gap-3 text-sm">
        {storage.map(({ area, rows, bytes, is_estimated }) => (
          <li key={area} className="grid gap-1">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>{area}</span>
              <span className="figures text-muted-foreground">
                {formatNumber(rows)}
                {bytes === null ? '' : ` · ${is_estimated ? 'about ' : ''}${bytesText(bytes)}`}
              </span>
            </span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${((bytes ?? 0) / largestBytes) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
