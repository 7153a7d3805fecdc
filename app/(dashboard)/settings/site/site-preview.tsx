import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Moon, Sun } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { themedHtml } from '@/components/themed-html'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { SiteLook } from '@/server/modules/posts/schema.ts'
import { sitePreviewQuery } from './queries'

/** Scales the page to about half. */
const ZOOM = '<style>html{zoom:.5}</style>'

/** Previews the first page of the site in an unsaved look. */
export function SitePreview(look: SiteLook) {
  const [is_dark, setDark] = useState(false)
  const preview = useQuery(sitePreviewQuery(useTRPC(), look))
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium text-sm">Preview</h2>
        <Button variant="ghost" size="sm" aria-pressed={is_dark} onClick={() => setDark(!is_dark)}>
          {is_dark ? <Sun aria-hidden /> : <Moon aria-hidden />} {is_dark ? 'Light' : 'Dark'}
        </Button>
      </div>
      {preview.error ? <Alert tone="danger" title={preview.error.message} /> : null}
      {preview.data ? (
        <HtmlFrame
          title={t`Public site in this layout`}
          html={`${ZOOM}${themedHtml(preview.data.html, is_dark)}`}
          className="h-120"
        />
      ) : (
        <Skeleton className="h-120 w-full rounded-xl" />
      )}
    </div>
  )
}
