import Link from 'next/link'
import { DateTime } from '@/components/relative-time'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Import } from '@/server/modules/imports/schema.ts'

/** The same bytes were imported before. */
export function SameFileNotice({ file: { same_file } }: { file: Import }) {
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
