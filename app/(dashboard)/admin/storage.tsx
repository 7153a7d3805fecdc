import type { TimeSeries } from '@/components/charts/time-chart'
import { dayStyle, formatDate, formatDay } from '@/components/format'
import { Progress } from '@/components/ui/progress'
import { bytesText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { InstanceOverview } from '@/server/modules/admin/overview-schema.ts'
import { SmallChart } from './overview-chart'

const DAY_MS = 86_400_000
/** Same threshold as in `envoi doctor`. */
const LITTLE_DISK = 1e9

const SERIES: TimeSeries[] = [{ key: 'database_bytes', label: 'Database', color: 'var(--chart-1)', as: 'area' }]

/** Describes the size of the database, its growth once there are two days of data, and a nearly full disk. */
export function storageOf({ figures, days }: InstanceOverview) {
  const size = figures.database_bytes.latest
  const sizes = days.flatMap(({ database_bytes }) => database_bytes ?? [])
  const growth = (sizes.at(-1) ?? 0) - (sizes[0] ?? 0)
  return {
    size: size === null ? '–' : bytesText(size),
    growth:
      sizes.length > 1
        ? t`${growth < 0 ? '−' : '+'}${bytesText(Math.abs(growth))} in ${sizes.length - 1} days`
        : undefined,
    is_short: (figures.disk_free_bytes.latest ?? LITTLE_DISK) < LITTLE_DISK,
  }
}

/** Database size by day, and disk use. */
export function StorageCharts({ overview: { figures, days } }: { overview: InstanceOverview }) {
  const next_day = new Date(Date.parse(days.at(-1)?.date ?? '') + DAY_MS).toISOString()
  const date = formatDate(next_day, 'UTC', dayStyle)
  return (
    <>
      <SmallChart
        title="Database size, last 30 days"
        until={t`The size of the database by day appears here from ${date}.`}
        format={bytesText}
        series={SERIES}
        points={days.map(({ date, database_bytes }) => ({ label: formatDay(date), values: { database_bytes } }))}
      />
      <Disk bytes={figures.disk_bytes.latest} free={figures.disk_free_bytes.latest} />
    </>
  )
}

/** Used and free space on the disk of DATA_DIR. */
function Disk({ bytes, free }: Record<'bytes' | 'free', number | null>) {
  if (bytes === null || free === null) return null
  return (
    <div className="grid gap-1.5 text-muted-foreground text-sm">
      <Progress label="Disk in use" value={bytes - free} max={bytes} tone={free < LITTLE_DISK ? 'danger' : 'primary'} />
      {bytesText(free)} of {bytesText(bytes)} disk free
    </div>
  )
}
