'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { HtmlFrame } from '@/components/html-frame'
import { useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import type { TemplatePreviewInput } from '@/server/modules/templates/editor-schema.ts'

/** A sample email in the template as it is being edited, on a desk or a phone, light or dark. */
export function TemplatePreviewPane({ shown }: { shown: TemplatePreviewInput | null }) {
  const client = useTRPCClient()
  const [is_narrow, setNarrow] = useState(false)
  const [is_dark, setDark] = useState(false)
  const input = useDeferredValue(shown)
  const preview = useQuery({
    queryKey: ['template preview', input],
    // Sent by POST, because HTML can exceed the length of a URL.
    queryFn: () => client.templates.preview.mutate(input ?? {}),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
  const { html = '', mistake = null, removed = [] } = preview.data ?? {}
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-3 max-lg:order-first lg:sticky lg:top-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium text-sm">Preview</h2>
        <div className="flex gap-1">
          <Button variant="ghost" size="sm" aria-pressed={is_narrow} onClick={() => setNarrow(!is_narrow)}>
            {is_narrow ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
            {is_narrow ? 'Phone, 375 px' : 'Desktop, 600 px'}
          </Button>
          <Button variant="ghost" size="sm" aria-pressed={is_dark} onClick={() => setDark(!is_dark)}>
            {is_dark ? <Moon aria-hidden /> : <Sun aria-hidden />}
            {is_dark ? 'Dark' : 'Light'}
          </Button>
        </div>
      </div>
      {mistake === null ? null : <Alert role="alert" tone="danger" title={mistake} />}
      {removed.length === 0 ? null : (
        <Alert tone="warning" title={`Left out, because emails cannot have it: ${removed.join(', ')}`} />
      )}
      {preview.error ? <Alert tone="danger" title={preview.error.message} /> : null}
      <div className="rounded-xl bg-muted p-3 sm:p-5">
        {preview.data || preview.error ? (
          <HtmlFrame
            title="Sample email"
            html={themed(html, is_dark)}
            className={cn(
              'mx-auto h-[32rem] max-lg:h-96 lg:h-[calc(100dvh-14rem)]',
              is_narrow ? 'max-w-[375px]' : 'max-w-[600px]',
            )}
          />
        ) : (
          <Skeleton className="mx-auto h-[32rem] max-w-[600px] rounded-xl" />
        )}
      </div>
    </section>
  )
}

/** Shows the email in this theme, whichever the browser has. */
const themed = (html: string, is_dark: boolean): string =>
  html.replaceAll('(prefers-color-scheme: dark)', is_dark ? 'all' : 'not all')
