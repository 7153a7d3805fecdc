import { formatDay, formatNumber } from '@/components/format'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { t } from '@/server/lib/locale/texts.ts'
import type { AccountDetail } from '@/server/modules/admin/accounts-schema.ts'
import type { AccountApiUse } from '@/server/modules/admin/api-use-schema.ts'
import { ApiChart } from '../../api/api-chart'

/** The account's API requests by day. */
export function ApiUse({ use: { days } }: { use: AccountApiUse }) {
  const requests = days.reduce((sum, day) => sum + day.requests, 0)
  return (
    <Card>
      <CardHeader
        className={requests === 0 ? 'pb-5' : undefined}
        title="API use"
        description={`${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'} in 30 days (UTC), with API keys and through apps.`}
      />
      {requests === 0 ? null : (
        <CardContent>
          <ApiChart
            title="Requests to the API per day, last 30 days"
            height={160}
            points={days.map(({ date, ...counts }) => ({
              label: formatDay(date),
              ...counts,
            }))}
          />
        </CardContent>
      )}
    </Card>
  )
}

/** Returns a key's or app's requests in 30 days, such as ` · 1,200 requests, 3 failed`. */
export function requestsText(
  { by }: AccountDetail['api_use'],
  subject: { kind: AccountApiUse['by'][number]['kind']; id: number },
): string {
  const found = by.find(({ kind, id }) => kind === subject.kind && id === subject.id)
  if (!found) return ''
  const errors = found.refused + found.faults
  return t` · ${formatNumber(found.requests)} ${found.requests === 1 ? 'request' : 'requests'} in 30 days${errors > 0 ? t`, ${formatNumber(errors)} with errors` : ''}`
}
