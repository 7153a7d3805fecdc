import { useQueries } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { Moon, Sun } from '@/components/generated/icons'
import { HtmlFrame } from '@/components/html-frame'
import { themedHtml } from '@/components/themed-html'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import type { StyleInput } from '@/server/modules/style/schema.ts'
import { areReadable } from './color-notes'
import { previewQueries } from './queries'

/** Long enough that dragging in a color picker does not request a preview of every color. */
const PAUSE_MS = 200
/** Scales pages to about half, so three fit beside each other. */
const ZOOM = '<style>html{zoom:.55}</style>'

const TITLES = ['Email', 'Form', 'Post']

/** Previews of an email, a form and a post in the unsaved style. */
export function StylePreview({ choices }: { choices: Partial<z.input<typeof StyleInput>> }) {
  const trpc = useTRPC()
  const [is_dark, setDark] = useState(false)
  const shown = usePaused(choices, areReadable(choices))
  const previews = useQueries({ queries: [...previewQueries(trpc, shown as StyleInput)] })
  const error = previews.find((preview) => preview.error)?.error
  const is_own = previews[0]?.data?.is_own
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="style-preview" className="font-medium text-sm">
          Preview
        </h2>
        <Button variant="ghost" size="sm" aria-pressed={is_dark} onClick={() => setDark(!is_dark)}>
          {is_dark ? <Sun aria-hidden /> : <Moon aria-hidden />} {is_dark ? 'Light' : 'Dark'}
        </Button>
      </div>
      {error ? <Alert tone="danger" title={error.message} /> : null}
      <section
        aria-labelledby="style-preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="grid gap-3 max-sm:auto-cols-[85%] max-sm:grid-flow-col max-sm:overflow-x-auto sm:grid-cols-3"
      >
        {previews.map(({ data }, index) => (
          <figure key={TITLES[index]} className="grid min-w-0 gap-1.5">
            {data ? (
              <HtmlFrame
                title={`${TITLES[index]} in this style`}
                html={`${ZOOM}${themedHtml(data.html, is_dark)}`}
                className="h-80"
              />
            ) : (
              <Skeleton className="h-80 w-full rounded-xl" />
            )}
            <figcaption className="text-center text-muted-foreground text-sm">{TITLES[index]}</figcaption>
          </figure>
        ))}
      </section>
      {is_own ? (
        <p className="text-muted-foreground text-sm">
          Your default{' '}
          <Link href="/templates" className="text-primary-ink hover:underline">
            template
          </Link>{' '}
          has a look of its own, which emails keep.
        </p>
      ) : null}
    </div>
  )
}

/** Returns the last accepted value once it has not changed for a moment. */
function usePaused<Value>(value: Value, is_accepted: boolean): Value {
  const [settledValue, setSettledValue] = useState(value)
  const valueText = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compare values by content
  useEffect(() => {
    if (!is_accepted) return
    const timer = setTimeout(() => setSettledValue(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [valueText, is_accepted])
  return settledValue
}
