'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ErrorState } from '@/components/error-state'
import { formatNumber } from '@/components/format'
import { RowsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { LinkButton } from '@/components/ui/link-button'
import { bytesText } from '@/server/lib/locale/formats.ts'
import type { ImportPreview } from '@/server/modules/imports/preview-schema.ts'
import type { Import } from '@/server/modules/imports/schema.ts'
import { HEAD_BYTES } from '@/server/modules/imports/values-schema.ts'
import { ImportStateBadge } from '../import-state-badge'
import { ImportersOnly } from '../importers-only'
import { roundEstimate } from './round-estimate'
import { SameFileNotice } from './same-file-notice'
import { Steps } from './steps'

// Loaded when the import gets there.
const ColumnsStep = dynamic(async () => (await import('./columns-step')).ColumnsStep)
const OptionsStep = dynamic(async () => (await import('./options-step')).OptionsStep)
const PreviewStep = dynamic(async () => (await import('./preview-step')).PreviewStep)
const Result = dynamic(async () => (await import('./result')).Result)
const Running = dynamic(async () => (await import('./running')).Running)

export function ImportPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const file = useQuery(trpc.imports.get.queryOptions({ id }))
  return (
    <Page>
      <PageHeader
        back={{ href: '/subscribers/import', label: 'Imports' }}
        title={file.data?.filename ?? 'Import'}
        badge={file.data ? <ImportStateBadge state={file.data.state} undo={file.data.undo} /> : null}
        description={file.data ? sizeOf(file.data) : undefined}
      />
      {file.data ? (
        <ImportStage file={file.data} />
      ) : file.error?.data?.code === 'NOT_FOUND' ? (
        <FailedFile title="This import no longer exists" text="It was deleted, or it belongs to another account." />
      ) : file.error ? (
        <ErrorState query={file} />
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </Page>
  )
}

/** The row count is an estimate until the file has been read. */
function sizeOf({ byte_size, total_rows, state }: Import): string {
  const size = bytesText(byte_size)
  if (!total_rows) return size
  const is_counted = byte_size <= HEAD_BYTES || state === 'completed'
  return is_counted
    ? `${formatNumber(total_rows)} ${total_rows === 1 ? 'row' : 'rows'} · ${size}`
    : `About ${formatNumber(roundEstimate(total_rows))} rows · ${size}`
}

function ImportStage({ file }: { file: Import }) {
  const may_write = useHasRole('editor')
  const [step, setStep] = useQueryState(
    'step',
    parseAsStringLiteral(['columns', 'options', 'preview'])
      .withDefault('columns')
      .withOptions({ history: 'push', scroll: true }),
  )
  if (!may_write && (file.state === 'ready' || file.state === 'uploading')) return <ImportersOnly />
  switch (file.state) {
    case 'uploading':
      return (
        <FailedFile
          title="The upload did not finish"
          text="The connection was lost or the page was closed. Choose the same file again to continue the upload."
          mayRetry
        />
      )
    case 'failed':
      return (
        <>
          <FailedFile title="This file can’t be imported" text={file.error ?? ''} />
          {file.done_rows > 0 ? <Result file={file} /> : null}
        </>
      )
    case 'ready':
      return <Preparing file={file} step={step} onStep={(next) => void setStep(next)} />
    case 'completed':
      return <Result file={file} />
    default:
      return <Running file={file} />
  }
}

type Step = 'columns' | 'options' | 'preview'

/** The steps of an import: columns, options, preview. */
function Preparing({ file, step, onStep }: { file: Import; step: Step; onStep: (step: Step) => void }) {
  const trpc = useTRPC()
  const preview = useQuery(
    trpc.imports.previewProgress.queryOptions(
      { id: file.id },
      { refetchInterval: ({ state }) => (isPreviewing(state.data) ? 1_000 : false), staleTime: 0 },
    ),
  )
  const current = step === 'preview' && preview.data === null ? 'options' : step
  return (
    <>
      <Steps current={current} />
      <SameFileNotice file={file} />
      {current === 'columns' ? (
        <ColumnsStep
          key={`${file.encoding}${file.separator}${file.has_header}`}
          file={file}
          onDone={() => onStep('options')}
        />
      ) : preview.error ? (
        <ErrorState query={preview} />
      ) : preview.data === undefined ? (
        <RowsSkeleton rows={6} />
      ) : current === 'preview' && preview.data ? (
        <PreviewStep
          file={file}
          preview={preview.data}
          onBack={() => onStep('options')}
          onColumns={() => onStep('columns')}
        />
      ) : (
        <OptionsStep
          file={file}
          given={preview.data?.options}
          onBack={() => onStep('columns')}
          onDone={() => onStep('preview')}
        />
      )}
    </>
  )
}

const isPreviewing = (preview: ImportPreview | null | undefined) =>
  preview?.state === 'queued' || preview?.state === 'running'

function FailedFile({ title, text, mayRetry = false }: { title: string; text: string; mayRetry?: boolean }) {
  return (
    <Alert
      tone="danger"
      title={title}
      actions={
        <LinkButton variant="outline" size="sm" href="/subscribers/import">
          Choose {mayRetry ? 'the file again' : 'another file'}
        </LinkButton>
      }
    >
      {text}
    </Alert>
  )
}
