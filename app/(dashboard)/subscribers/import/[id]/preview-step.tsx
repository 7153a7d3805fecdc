import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSchema } from '@/components/form-schema'
import { formatCrowd, formatNumber } from '@/components/format'
import { ProgressPanel } from '@/components/progress-panel'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/use-action'
import { useRate } from '@/components/use-rate'
import { t } from '@/server/lib/locale/texts.ts'
import type { ImportPreview } from '@/server/modules/imports/preview-schema.ts'
import { SHOWN_ROWS } from '@/server/modules/imports/preview-values-schema.ts'
import type { Import } from '@/server/modules/imports/schema.ts'
import { notedTitle } from './check-summary'
import { PlanNotice } from './plan-notice'
import { PreviewRows } from './preview-rows'
import { Questions, UnknownWords } from './questions'
import { previewCountsOf, statesText } from './result-counts'
import { estimateTotalRows } from './total-rows'

const loadStartInput = async () => (await import('@/server/modules/imports/schema.ts')).StartInput

const TITLES = {
  queued: 'Preparing the file',
  running: 'Reading the file',
  stopped: 'Preview stopped',
  completed: 'Import preview',
  failed: 'The file can’t be read completely',
} as const

interface PreviewStepProps {
  file: Import
  preview: ImportPreview
  onBack: () => void
  onColumns: () => void
}

/** The predicted result of every row. The import can start before all rows are read. */
export function PreviewStep({ file, preview, onBack, onColumns }: PreviewStepProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { state, counts, done_rows, noted_count, room } = preview
  const rate = useRate(done_rows)
  const shown = { stores: trpc.imports.previewProgress.queryKey({ id: file.id }) }
  const stop = useAction(trpc.imports.stopPreview, shown)
  const resume = useAction(trpc.imports.resumePreview, shown)
  const start = useAction(trpc.imports.start, { stores: trpc.imports.get.queryKey({ id: file.id }) })
  const [isConfirmed, setIsConfirmed] = useState(false)
  const input = useSchema(loadStartInput)?.safeParse({
    ...preview.options,
    id: file.id,
    has_no_unsubscribes: isConfirmed,
  })
  const isAsked = preview.questions.some(({ kind }) => kind === 'date_order' || !isConfirmed)
  const isAtWork = state === 'queued' || state === 'running'
  const changes = counts.created + counts.updated

  useEffect(() => {
    if (!isAtWork) void client.invalidateQueries(trpc.imports.previewRows.pathFilter())
  }, [isAtWork, client, trpc])

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {preview.error ? (
        <Alert
          role="alert"
          tone={state === 'failed' ? 'danger' : 'warning'}
          title={preview.error}
          action={state === 'failed' ? { href: '/subscribers/import', label: 'Choose another file' } : undefined}
        />
      ) : null}
      <ProgressPanel
        title={TITLES[state]}
        description={`${descriptionOf(preview.options)} ${statesText(preview.states)}`}
        noun="rows"
        done={done_rows}
        total={estimateTotalRows({ ...preview, total_rows: file.total_rows })}
        state={state === 'queued' ? 'waiting' : state}
        ratePerSecond={rate}
        counts={previewCountsOf(counts)}
        areParts
        actions={
          isAtWork ? (
            <Button variant="outline" pending={stop.isPending} onClick={() => stop.start({ id: file.id })}>
              Stop
            </Button>
          ) : state === 'stopped' ? (
            <Button variant="outline" pending={resume.isPending} onClick={() => resume.start({ id: file.id })}>
              Resume
            </Button>
          ) : null
        }
      />
      <Questions
        questions={preview.questions}
        isConfirmed={isConfirmed}
        onConfirm={setIsConfirmed}
        onColumns={onColumns}
      />
      <UnknownWords words={preview.unknown} onColumns={onColumns} />
      {counts.over_limit > 0 && room !== null ? <PlanNotice room={room} /> : null}
      {noted_count > 0 ? (
        <Alert
          tone="warning"
          title={noted_count < SHOWN_ROWS ? notedTitle(noted_count) : 'Many rows have a value that can’t be read'}
        >
          They are listed below and imported without it. To keep it, go back to the columns or correct the file.
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
        {isAtWork || state === 'stopped' ? (
          <p className="me-auto text-muted-foreground text-sm">
            {done_rows > 0
              ? `This preview covers the first ${formatNumber(done_rows)} rows. You don’t need to wait for the others.`
              : 'You don’t need to wait for the preview.'}
          </p>
        ) : state === 'completed' && changes === 0 ? (
          <p className="me-auto text-muted-foreground text-sm">Nothing would be added or changed.</p>
        ) : null}
        <Button variant="outline" onClick={onBack}>
          Back to options
        </Button>
        {state === 'failed' ? null : (
          <Button
            variant={state === 'completed' && changes > 0 ? 'primary' : 'outline'}
            disabled={!input?.success || isAsked}
            pending={start.isPending}
            onClick={() => input?.data && start.start(input.data)}
          >
            {state === 'completed' ? submitLabel(preview) : 'Import now'}
          </Button>
        )}
      </div>
      <PreviewRows id={file.id} result="updated" count={counts.updated} />
      <PreviewRows id={file.id} result="invalid" count={counts.invalid} />
      <PreviewRows id={file.id} result="noted" count={noted_count} />
    </div>
  )
}

/** Returns the submit button's label. A list of unsubscribes adds no one who receives email. */
function submitLabel({ counts: { created, updated }, options, done_rows }: ImportPreview): string {
  if (options.state === 'cancelled' || created + updated === 0)
    return `Import ${formatNumber(done_rows)} ${done_rows === 1 ? 'row' : 'rows'}`
  if (created === 0) return `Update ${formatCrowd(updated)}`
  return updated === 0 ? `Add ${formatCrowd(created)}` : `Add ${formatNumber(created)}, update ${formatCrowd(updated)}`
}

/** Describes the state of new subscribers, unless it is active. */
function descriptionOf({ state, double_opt_in }: ImportPreview['options']): string {
  const ends = {
    active: '',
    inactive: double_opt_in ? t` New subscribers are asked to confirm.` : t` New subscribers are unconfirmed.`,
    cancelled: ' Everyone in the file is unsubscribed.',
  }
  return `Nothing has changed yet.${ends[state]}`
}
