'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ErrorState } from '@/components/error-state'
import { RowsSkeleton } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Import } from '@/server/modules/imports/schema.ts'
import { formatFileSize } from '../file-size'
import { ImportStateBadge } from '../import-state-badge'
import { ColumnsStep } from './columns-step'
import { OptionsStep } from './options-step'
import { Result } from './result'
import { Running } from './running'
import { SameFileNotice } from './same-file-notice'
import { Steps } from './steps'

export function ImportPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const file = useQuery(trpc.imports.get.queryOptions({ id }))
  return (
    <Page>
      <PageHeader
        back={{ href: '/subscribers/import', label: 'Imports' }}
        title={file.data?.filename ?? 'Import'}
        badge={file.data ? <ImportStateBadge state={file.data.state} undo={file.data.undo} /> : null}
        description={file.data ? formatFileSize(file.data.byte_size) : undefined}
      />
      {file.data ? (
        <ImportStage file={file.data} />
      ) : file.error ? (
        <ErrorState error={file.error} onRetry={() => void file.refetch()} />
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </Page>
  )
}

function ImportStage({ file }: { file: Import }) {
  const [step, setStep] = useQueryState(
    'step',
    parseAsStringLiteral(['columns', 'options']).withDefault('columns').withOptions({ history: 'push', scroll: true }),
  )
  switch (file.state) {
    case 'uploading':
      return <Refused title="The upload did not finish" text="The connection broke off, or the page was closed." />
    case 'failed':
      return (
        <>
          <Refused title="This file cannot be imported" text={file.error ?? ''} />
          {file.done_rows > 0 ? <Result file={file} /> : null}
        </>
      )
    case 'ready':
      return (
        <>
          <Steps current={step} />
          <SameFileNotice file={file} />
          {step === 'columns' ? (
            <ColumnsStep
              key={`${file.encoding}${file.separator}${file.has_header}`}
              file={file}
              onDone={() => void setStep('options')}
            />
          ) : (
            <OptionsStep file={file} onBack={() => void setStep('columns')} />
          )}
        </>
      )
    case 'completed':
      return <Result file={file} />
    default:
      return <Running file={file} />
  }
}

function Refused({ title, text }: { title: string; text: string }) {
  return (
    <Alert
      tone="danger"
      title={title}
      actions={
        <Button variant="outline" size="sm" asChild>
          <Link href="/subscribers/import">Choose another file</Link>
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
