import { formatNumber } from '@/components/format'
import { DateTime } from '@/components/relative-time'
import { Alert } from '@/components/ui/alert'
import type { Import } from '@/server/modules/imports/schema.ts'

/** Shown if the same file was imported before, completely or partially. */
export function SameFileNotice({ file: { same_file, stopped_file } }: { file: Import }) {
  if (stopped_file) return <StoppedNotice {...stopped_file} />
  if (!same_file) return null
  return (
    <Alert
      tone="info"
      title="You have imported this file before"
      action={{ href: `/subscribers/import/${same_file.id}`, label: 'View that import' }}
    >
      On <DateTime at={same_file.completed_at} />. Importing it again only affects subscribers that were changed or
      deleted since then.
    </Alert>
  )
}

function StoppedNotice({ id, done_rows }: { id: number; done_rows: number }) {
  return (
    <Alert
      tone="info"
      title="An import of this file was stopped"
      action={{ href: `/subscribers/import/${id}`, label: 'Continue that import' }}
    >
      {done_rows === 0
        ? 'No rows were imported.'
        : done_rows === 1
          ? 'The first row was imported.'
          : `The first ${formatNumber(done_rows)} rows were imported.`}{' '}
      It continues with the next row and the same options.
    </Alert>
  )
}
