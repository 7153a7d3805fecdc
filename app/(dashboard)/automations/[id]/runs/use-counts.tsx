import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatCompact, formatNumber, formatPercent } from '@/components/format'
import { Clock, TriangleAlert } from '@/components/generated/icons'
import { useTimeZone } from '@/components/time-zone'
import { useTRPC } from '@/components/trpc-provider'
import { SelectInput } from '@/components/ui/select'
import { localDate } from '@/server/lib/time/time-zone.ts'
import type { AutomationCounts } from '@/server/modules/automations/inspecting-schema.ts'
import type { Slot } from '../../graph/exits'
import { countsQuery } from '../queries'

const RANGES = [
  { value: 'all', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last 365 days' },
]

/** Counts subscribers at each box and line over a selectable period. Empty before the first publication. */
export function useCounts({ id, isPublished }: { id: number; isPublished: boolean }) {
  const trpc = useTRPC()
  const zone = useTimeZone()
  const [range, setRange] = useState('all')
  const from = range === 'all' ? undefined : localDate(zone, daysAgo(Number(range)))
  const counts = useQuery({ ...countsQuery(trpc, id, from), enabled: isPublished })
  const { data } = counts
  return useMemo(() => {
    const select = isPublished ? (
      <SelectInput aria-label="Counts for" className="w-40" value={range} options={RANGES} onChange={setRange} />
    ) : null
    if (!data) return { select, countsOf: undefined, shareOf: undefined }
    return { select, ...countsIn(data) }
  }, [data, isPublished, range])
}

type Counted = Pick<AutomationCounts, 'steps' | 'triggers'>

/** Returns the counts shown at boxes and lines. */
export const countsIn = (data: Counted) => ({
  countsOf: (key: string) => <BoxCounts data={data} box={key} />,
  shareOf: shareIn(data),
})

/** Returns the first of the last `days` days, including today. */
const daysAgo = (days: number) => new Date(Date.now() - (days - 1) * 86_400_000)

const chipStyle =
  'figures pointer-events-none flex h-5.5 w-fit items-center gap-2 rounded-full border border-border bg-card px-2.5 font-medium text-muted-foreground text-xs shadow-xs'

function BoxCounts({ data, box }: { data: Counted; box: string }) {
  const enteredTotal = Object.values(data.triggers).reduce((sum, trigger) => sum + trigger.entered, 0)
  if (box === 'triggers') {
    return <span className={chipStyle}>{formatNumber(enteredTotal)} entered</span>
  }
  const counts = data.steps[box]
  if (!counts) return null
  const { entered, waiting, held, failed, ended } = counts
  return (
    <span className={chipStyle}>
      <bdi>
        {formatCompact(entered)} entered
        {/* Because of loops, a step can have more entries than the automation. */}
        {entered > 0 && entered <= enteredTotal ? (
          <span className="font-normal">
            {' · '}
            <bdi>{formatPercent((entered / enteredTotal) * 100, 0)}</bdi>
          </span>
        ) : null}
      </bdi>
      {waiting > 0 ? (
        <span className="flex items-center gap-1 text-info-ink">
          <Clock aria-hidden className="size-3" /> {formatCompact(waiting)}
          <span className="sr-only">waiting</span>
        </span>
      ) : null}
      {ended > 0 ? <span>{formatCompact(ended)} ended</span> : null}
      {held > 0 ? (
        <span className="flex items-center gap-1 text-warning-ink">
          <TriangleAlert aria-hidden className="size-3" /> {formatCompact(held)} stuck
        </span>
      ) : failed > 0 ? (
        // They were held and later continued.
        <span>{formatCompact(failed)} failed</span>
      ) : null}
    </span>
  )
}

/** Returns an exit's share of all subscribers who left the step. */
const shareIn = (data: Counted) => (slot: Slot) => {
  const exits = slot.from === null ? undefined : data.steps[slot.from]?.exits
  const total = Object.values(exits ?? {}).reduce((sum, count) => sum + count, 0)
  if (!exits || total === 0) return null
  return formatPercent(((exits[slot.exit] ?? 0) / total) * 100, 0)
}
