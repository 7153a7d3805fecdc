import { ScreenshotImage } from '@/components/apps/app-screenshots'
import { TextChange } from '@/components/text-change'
import { Badge } from '@/components/ui/badge'
import type { Screenshot } from '@/server/modules/apps/screenshot-schema.ts'
import { compareScreenshots, type ScreenshotChange } from '@/server/modules/apps/screenshot-schema.ts'

const MARKS = {
  added: { label: 'Added', tone: 'success' },
  removed: { label: 'Removed', tone: 'warning' },
  moved: { label: 'Moved', tone: 'info' },
  described: { label: 'New alternative text', tone: 'info' },
} as const satisfies Record<NonNullable<ScreenshotChange['change']>, object>

interface ScreenshotChangesProps {
  app_id: number
  before: readonly Screenshot[]
  after: readonly Screenshot[]
}

/** The proposed screenshots in order, then the removed ones. */
export function ScreenshotChanges({ app_id, before, after }: ScreenshotChangesProps) {
  return (
    <ul className="grid gap-4 rounded-lg border border-border px-3.5 py-3 sm:col-span-2 sm:grid-cols-2">
      {compareScreenshots(before, after).map(({ screenshot, change, alt_before }) => (
        <li key={screenshot.key} className="grid content-start justify-items-start gap-2">
          <ScreenshotImage
            app_id={app_id}
            screenshot={screenshot}
            className={`h-auto max-h-40 w-auto max-w-full ${change === 'removed' ? 'opacity-60' : ''}`}
          />
          {change ? <Badge tone={MARKS[change].tone}>{MARKS[change].label}</Badge> : null}
          <p className="text-muted-foreground [overflow-wrap:anywhere]">
            {alt_before === null ? screenshot.alt : <TextChange before={alt_before} after={screenshot.alt} />}
          </p>
        </li>
      ))}
    </ul>
  )
}
