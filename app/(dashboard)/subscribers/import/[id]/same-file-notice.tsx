import Link from 'next/link'
import { formatNumber } from '@/components/format'
import { DateTime } from '@/components/relative-time'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Import } from '@/server/modules/imports/schema.ts'

/** The same bytes were imported before, or half of them. */
export function SameFileNotice({ file: { same_file, stopped_file } }: { file: Import }) {
  if (stopped_file) return <StoppedNotice {...stopped_file} />
  if (!same_file) return null
  return (
    <Alert
      tone="info"
      title="You have imported this file before"
      actions={
        <Button variant="outline" size="sm" asChild>
          <Link href={`/subscribers/import/${same_file.id}`}>See that import</Link>
        </Button>
      }
    >
      On <DateTime at={same_file.completed_at} />. With the same columns it changes nothing, except for people who were
      changed or removed since.
    </Alert>
  )
}

function StoppedNotice({ id, done_rows }: { id: number; done_rows: number }) {
  return (
    <Alert
      tone="info"
      title="An import of this file was stopped half-way"
      actions={
        <Button variant="outline" size="sm" asChild>
          <Link href={`/subscribers/import/${id}`}>Go on with that import</Link>
        </Button>
      }
    >
      {done_rows === 0
        ? 'None of its rows was read yet.'
        : done_rows === 1
          ? 'Its first row is done.'
          : `Its first ${formatNumber(done_rows)} rows are done.`}{' '}
      It can go on with the next one, as you chose then.
    </Alert>
  )
}
