import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { formatDuration, formatNumber } from '@/components/format'
import { forwardPage } from '@/components/keyset'
import { DeleteDialog } from '@/components/list/delete-dialog'
import { RowMenu } from '@/components/list/row-menu'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import { t } from '@/server/lib/locale/texts.ts'
import type { ImportSummary } from '@/server/modules/imports/schema.ts'
import { roundEstimate } from './[id]/round-estimate'
import { estimateTotalRows } from './[id]/total-rows'
import { ImportStateBadge, isRunning, isUndoing } from './import-state-badge'
import { recentImportsQuery } from './queries'

export function RecentImports() {
  const trpc = useTRPC()
  const [afterId, setAfterId] = useQueryState('after', parseAsInteger.withOptions({ history: 'push' }))
  const [importToDelete, setImportToDelete] = useState<ImportSummary>()
  const imports = useQuery(recentImportsQuery(trpc, afterId))
  const remove = useAction(trpc.imports.remove, { invalidates: trpc.imports })
  const stop = useAction(trpc.imports.stop, { invalidates: trpc.imports })
  const may_write = useHasRole('editor')
  const next = imports.data?.next ?? null
  // Show no skeleton for an empty list, because most accounts never import.
  if (afterId === null && !imports.error && !imports.data?.imports.length) return null

  return (
    <section aria-labelledby="recent-imports" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="recent-imports" className="font-semibold text-lg tracking-tight">
        Recent imports
      </h2>
      <DataTable
        caption="Recent imports"
        rows={imports.data?.imports}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/subscribers/import/${id}`}
        query={imports}
        page={forwardPage({ after: afterId, next, setAfter: setAfterId })}
        columns={[
          {
            header: 'File',
            className: 'md:w-2/5 md:max-w-0',
            cell: (one) => <FileCell file={one} />,
          },
          {
            header: 'State',
            phone: 'aside',
            cell: (one) => <ImportStateBadge state={one.state} undo={one.undo} />,
          },
          {
            header: 'Rows',
            align: 'end',
            cell: ({ done_rows, total_rows }) =>
              orDash(done_rows > 0 ? done_rows : total_rows && roundEstimate(total_rows)),
          },
          {
            header: 'Added',
            align: 'end',
            cell: ({ done_rows, counts, undo }) => orDash(done_rows > 0 ? counts.created - (undo?.removed ?? 0) : null),
          },
          {
            header: 'Uploaded',
            align: 'end',
            phone: 'plain',
            className: 'text-muted-foreground',
            ago: ({ created_at }) => created_at,
          },
        ]}
        rowActions={
          may_write
            ? (row) => (
                <RowMenu name={row.filename}>
                  {isRunning(row.state) ? (
                    <DropdownMenuItem
                      label="Stop import"
                      disabled={row.state === 'stopping'}
                      onSelect={() => stop.start({ id: row.id })}
                    />
                  ) : null}
                  <DropdownMenuItem
                    label="Delete import"
                    variant="destructive"
                    disabled={isRunning(row.state)}
                    onSelect={() => setImportToDelete(row)}
                  />
                </RowMenu>
              )
            : undefined
        }
        empty={<p className="py-8 text-center text-muted-foreground">No imports yet.</p>}
      />
      <DeleteDialog
        row={importToDelete}
        onClose={() => setImportToDelete(undefined)}
        name={({ filename }) => filename}
        description={() => 'This deletes the file and its result. Imported subscribers are kept.'}
        confirmLabel="Delete import"
        onDelete={({ id }) => remove.run({ id })}
      />
    </section>
  )
}

/** The file name, with progress while the import runs. */
function FileCell({ file }: { file: ImportSummary }) {
  const { filename, state, undo } = file
  return (
    <span className="grid gap-1">
      <span className="block truncate">{filename}</span>
      {isUndoing(undo) && undo ? (
        <Pace
          done={undo.done_rows}
          total={file.counts.created + file.counts.updated}
          isLive={undo.state === 'running'}
        />
      ) : isRunning(state) ? (
        <Pace done={file.done_rows} total={estimateTotalRows(file)} isLive={state === 'running'} />
      ) : null}
    </span>
  )
}

function Pace({ done, total, isLive }: { done: number; total: number; isLive: boolean }) {
  const rate = useRate(done)
  const progress = t`${formatNumber(done)} of ${formatNumber(total)} rows`
  return (
    <>
      <Progress label={progress} value={done} max={total} live={isLive} />
      <span className="figures truncate font-normal text-muted-foreground text-xs">
        {progress}
        {rate > 0 ? ` · ${formatDuration((total - done) / rate)} left` : null}
      </span>
    </>
  )
}

const orDash = (count: number | null) => (count === null ? '–' : formatNumber(count))
