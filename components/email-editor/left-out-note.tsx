import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { useDebounced } from '@/components/use-debounced'
import { t } from '@/server/lib/locale/texts.ts'
import { LeftOutAlert } from './left-out-alert'

const PAUSE_MS = 800

interface LeftOutNoteProps {
  /** Typed or pasted HTML. */
  html: string
  /** Parts removed by the last save. */
  storedLeftOut: readonly string[]
}

/** Shows which parts of the HTML will be removed by saving, or else which were removed. */
export function LeftOutNote({ html, storedLeftOut }: LeftOutNoteProps) {
  const given = useDebounced(html, PAUSE_MS)
  const trpc = useTRPC()
  const { data = [] } = useQuery(
    trpc.mail.leftOut.queryOptions(
      { html: given },
      { enabled: given.includes('<'), gcTime: 60_000, placeholderData: (before) => before },
    ),
  )
  const is_given = html.includes('<') && data.length > 0
  const shown = is_given ? data : storedLeftOut
  return (
    <LeftOutAlert
      leftOut={shown}
      title={is_given ? t`Some of this HTML will not be kept` : t`Some of the HTML was left out when it was saved`}
    />
  )
}
