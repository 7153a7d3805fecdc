import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useEffect, useRef } from 'react'
import { DataTable } from '@/components/data-table'
import { formatDuration, formatNumber } from '@/components/format'
import { CircleCheck, Download, TimerOff, X } from '@/components/generated/icons'
import { forwardPage } from '@/components/keyset'
import { DateTime } from '@/components/relative-time'
import { useHasRole } from '@/components/role'
import { jobStates, StatusBadge, subscriberStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import { bytesText } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'
import type { Export } from '@/server/modules/exports/schema.ts'
import { exportsQuery, isRunning } from './queries'

const states = {
  queued: jobStates.queued,
  running: jobStates.running,
  stopped: jobStates.canceled,
  completed: { label: 'Ready', tone: 'success', icon: CircleCheck },
  failed: jobStates.failed,
  expired: { label: 'Expired', tone: 'neutral', icon: TimerOff },
} as const

/** Exports, newest first, refreshed every second while one runs. */
export function Exports() {
  const trpc = useTRPC()
  const isAdmin = useHasRole('admin')
  const [afterId, setAfterId] = useQueryState('export', parseAsInteger.withOptions({ history: 'push' }))
  const exports = useQuery(exportsQuery(trpc, afterId))
  const cancel = useAction(trpc.exports.cancel, { invalidates: trpc.exports })
  const repeat = useAction(trpc.exports.repeat, { invalidates: trpc.exports, onDone: () => void setAfterId(null) })
  useToastWhenReady(exports.data?.exports)
  const next = exports.data?.next ?? null
  const mayHave = ({ kind }: Export) => kind !== 'account' || isAdmin
  const canDownload = (one: Export) => one.state === 'completed' && !one.is_expired && mayHave(one)

  return (
    <section aria-labelledby="exports" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="exports" className="font-semibold text-lg tracking-tight">
        Exports
      </h2>
      <DataTable
        caption="Exports"
        rows={exports.data?.exports}
        rowId={({ id }) => id}
        query={exports}
        page={forwardPage({ after: afterId, next, setAfter: setAfterId })}
        columns={[
          { header: 'File', className: 'md:max-w-0 md:w-2/5', cell: (one) => <FileCell file={one} /> },
          {
            header: 'State',
            phone: 'aside',
            cell: (one) => (
              <StatusBadge {...states[one.is_expired ? 'expired' : one.state]} live={one.state === 'running'} />
            ),
          },
          {
            header: 'Rows',
            align: 'end',
            cell: ({ done_rows, total_rows, state }) =>
              state === 'running' && total_rows
                ? t`${formatNumber(done_rows)} of ${formatNumber(total_rows)}`
                : state === 'completed'
                  ? formatNumber(done_rows)
                  : '–',
          },
          {
            header: 'Requested',
            align: 'end',
            phone: 'plain',
            className: 'text-muted-foreground',
            ago: ({ created_at }) => created_at,
          },
        ]}
        rowActions={(row) =>
          canDownload(row) ? (
            <Button variant="ghost" size="icon-sm" asChild>
              <a href={`/api/exports/${row.id}/file`} download={row.filename} aria-label={`Download ${row.filename}`}>
                <Download aria-hidden />
              </a>
            </Button>
          ) : isRunning(row) ? (
            <IconButton
              icon={X}
              label={`Cancel ${row.filename}`}
              pending={cancel.isPending && cancel.variables.id === row.id}
              onClick={() => cancel.start({ id: row.id })}
            />
          ) : row.is_repeatable && mayHave(row) ? (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Retry ${row.filename}`}
              pending={repeat.isPending && repeat.variables.id === row.id}
              onClick={() => repeat.start({ id: row.id })}
            >
              Retry
            </Button>
          ) : null
        }
        empty={{
          as: 'h3',
          illustration: 'file',
          title: 'No exports yet',
          description:
            'Export subscribers from their list, recipients from a broadcast report, or all data in the settings.',
        }}
      />
    </section>
  )
}

function FileCell({ file }: { file: Export }) {
  return (
    <span className="grid gap-1">
      <span className="truncate">{file.filename}</span>
      <span className="truncate font-normal text-muted-foreground text-xs">{contentsOf(file)}</span>
      {file.state === 'running' && file.total_rows ? (
        <Pace done={file.done_rows} total={file.total_rows} />
      ) : (
        <span className="font-normal text-muted-foreground text-xs empty:hidden">
          {file.error ??
            (file.state === 'completed' && file.expires_at ? (
              <>
                {bytesText(file.byte_size)} · {file.is_expired ? 'was available until ' : 'available until '}
                <DateTime at={file.expires_at} />
              </>
            ) : null)}
        </span>
      )}
    </span>
  )
}

function Pace({ done, total }: { done: number; total: number }) {
  const rate = useRate(done)
  return (
    <>
      <Progress label={`${formatNumber(done)} of ${formatNumber(total)} rows`} value={done} max={total} live />
      <span className="figures font-normal text-muted-foreground text-xs empty:hidden">
        {rate > 0 ? `${formatNumber(rate)} rows/s · ${formatDuration((total - done) / rate)} left` : null}
      </span>
    </>
  )
}

const selectionLabel = (status: Export['contents']['status'] | 'all') =>
  !status || status === 'all' ? 'All subscribers' : t`${subscriberStates[status].label} subscribers`

/** Describes the contents of an export, because files of the same day have similar names. */
function contentsOf({
  kind,
  contents: { status, search, is_search_forgotten, tag, segment, is_filtered, broadcast },
}: Export): string {
  if (kind === 'account') return 'All account data'
  if (kind === 'broadcast') return broadcast ? `“${broadcast}” recipients` : 'Broadcast recipients'
  const filterTexts = [
    tag && `tagged “${tag}”`,
    segment && `in “${segment}”`,
    search && `matching “${search}”`,
    is_search_forgotten && t`matching an erased search`,
    is_filtered && 'filtered',
  ]
  return [selectionLabel(status), ...filterTexts.filter(Boolean)].join(', ')
}

/** Shows a toast when a running export completes. */
function useToastWhenReady(exports: readonly Export[] | undefined) {
  const open = useRef(new Set<number>())
  useEffect(() => {
    for (const one of exports ?? []) {
      if (isRunning(one)) open.current.add(one.id)
      else if (open.current.delete(one.id) && one.state === 'completed') toast.success(`${one.filename} is ready`)
    }
  }, [exports])
}
