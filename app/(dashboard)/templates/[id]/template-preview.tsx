import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { LeftOutAlert } from '@/components/email-editor/left-out-alert'
import { type LucideIcon, Monitor, Moon, Smartphone, Sun } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { themedHtml } from '@/components/themed-html'
import { useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { TemplatePreviewInput } from '@/server/modules/templates/editor-schema.ts'
import { previewQuery } from './queries'

/** A sample email in the unsaved template, on a desktop or phone, light or dark. */
export function TemplatePreviewPane({ shown }: { shown: TemplatePreviewInput | null }) {
  const client = useTRPCClient()
  const [is_narrow, setNarrow] = useState(false)
  const [is_dark, setDark] = useState(false)
  const input = useDeferredValue(shown)
  const preview = useQuery({
    ...previewQuery(input ?? {}, client.templates.preview.mutate),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
  const { html = '', mistake = null, left_out = [] } = preview.data ?? {}
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-3 max-lg:order-first lg:sticky lg:top-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium text-sm">Preview</h2>
        <div className="flex gap-3">
          <Choice
            label="Width"
            value={is_narrow}
            onChange={setNarrow}
            options={[
              { value: false, label: 'Desktop, 600 px', icon: Monitor },
              { value: true, label: 'Phone, 375 px', icon: Smartphone },
            ]}
          />
          <Choice
            label="Theme"
            value={is_dark}
            onChange={setDark}
            options={[
              { value: false, label: 'Light', icon: Sun },
              { value: true, label: 'Dark', icon: Moon },
            ]}
          />
        </div>
      </div>
      {mistake === null ? null : <Alert role="alert" tone="danger" title={mistake} />}
      <LeftOutAlert leftOut={left_out} title={t`Some of this HTML will not be kept`} />
      {preview.error ? <Alert tone="danger" title={preview.error.message} /> : null}
      <div className="rounded-xl bg-muted p-3 sm:p-5">
        {preview.data || preview.error ? (
          <HtmlFrame
            title="Sample email"
            html={themedHtml(html, is_dark)}
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

interface ChoiceProps {
  label: string
  value: boolean
  onChange: (value: boolean) => void
  options: readonly { value: boolean; label: string; icon: LucideIcon }[]
}

/** A choice between two icons. */
function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <fieldset aria-label={label} className="flex gap-0.5 rounded-lg bg-muted p-0.5">
      {options.map(({ value: own, label: name, icon: Icon }) => (
        <IconButton
          icon={Icon}
          label={name}
          key={name}
          title={name}
          aria-pressed={own === value}
          className={cn(own === value ? 'bg-card text-primary-ink shadow-xs' : 'text-muted-foreground')}
          onClick={() => onChange(own)}
        />
      ))}
    </fieldset>
  )
}
