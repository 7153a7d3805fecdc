'use client'

import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '@/components/plugins/use-plugins'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { t } from '@/server/lib/locale/texts.ts'

const PAUSE_MS = 800
const MOST_SHOWN = 5

/** Says what of typed or pasted HTML will not be kept. */
export function LeftOutNote({ html }: { html: string }) {
  const given = useDebounced(html, PAUSE_MS)
  const trpc = useTRPC()
  const { data = [] } = useQuery(
    trpc.mail.leftOut.queryOptions(
      { html: given },
      { enabled: given.includes('<'), gcTime: 60_000, placeholderData: (before) => before },
    ),
  )
  if (data.length === 0 || !html.includes('<')) return null
  const more = data.length - MOST_SHOWN
  return (
    <Alert tone="warning" role="status" title={t`Some of this HTML will not be kept`}>
      <ul className="grid gap-0.5 break-words">
        {data.slice(0, MOST_SHOWN).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 ? <li>{t`And ${more} more.`}</li> : null}
      </ul>
    </Alert>
  )
}
