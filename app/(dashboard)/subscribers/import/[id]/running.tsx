import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ProgressPanel } from '@/components/progress-panel'
import { useHasRole } from '@/components/role'
import { jobStates } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import type { Import, ImportSummary } from '@/server/modules/imports/schema.ts'
import { isRunning } from '../import-state-badge'
import { countsOf } from './result-counts'
import { estimateTotalRows } from './total-rows'
import { Undo } from './undo'

const TITLES: Partial<Record<Import['state'], string>> = {
  queued: jobStates.queued.label,
  running: 'Importing',
  stopping: 'Stopping after the current rows',
  stopped: 'Stopped',
}

/** Progress of the import, refetched every second. */
export function Running({ file }: { file: Import }) {
  const trpc = useTRPC()
  const may_write = useHasRole('editor')
  const client = useQueryClient()
  const query = useQuery(
    trpc.imports.progress.queryOptions(
      { id: file.id },
      { refetchInterval: ({ state }) => (isRunning(state.data?.state ?? file.state) ? 1_000 : false), staleTime: 0 },
    ),
  )
  const now: ImportSummary = query.data ?? file
  const rate = useRate(now.done_rows)
  const stop = useAction(trpc.imports.stop, { invalidates: trpc.imports })
  const resume = useAction(trpc.imports.resume, { invalidates: trpc.imports })

  const hasChanged = now.state !== file.state
  useEffect(() => {
    if (hasChanged) void client.invalidateQueries(trpc.imports.get.queryFilter({ id: file.id }))
  }, [hasChanged, client, trpc, file.id])

  return (
    <div className="grid gap-6">
      {now.error ? <Alert role="alert" tone="warning" title={now.error} /> : null}
      <ProgressPanel
        title={TITLES[now.state] ?? 'Importing'}
        description={
          now.state === 'stopped'
            ? 'Imported rows are kept. Resume to continue with the next row.'
            : 'You can leave this page. The import continues.'
        }
        noun="rows"
        done={now.done_rows}
        total={estimateTotalRows(now)}
        state={now.state === 'queued' ? 'waiting' : now.state === 'stopped' ? 'stopped' : 'running'}
        ratePerSecond={rate}
        counts={countsOf(now.counts)}
        actions={
          !may_write ? null : now.state === 'stopped' ? (
            <Button pending={resume.isPending} onClick={() => resume.start({ id: file.id })}>
              Resume
            </Button>
          ) : (
            <Button
              variant="outline"
              pending={stop.isPending || now.state === 'stopping'}
              onClick={() => stop.start({ id: file.id })}
            >
              Stop
            </Button>
          )
        }
      />
      {now.state === 'stopped' ? <Undo file={now} /> : null}
    </div>
  )
}
