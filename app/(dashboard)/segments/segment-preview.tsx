import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { formatNumber } from '@/components/format'
import { SubscriberStateBadge } from '@/components/status-badge'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { t } from '@/server/lib/locale/texts.ts'
import type { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { segmentPreviewQuery } from './queries'

/**
 * As many placeholder rows as results, and of the same height. Otherwise, content below would come near the screen for a moment and load
 * the chart library.
 */
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8']

/** Number of matching subscribers, and the newest ones. The definition is undefined while incomplete. */
export function SegmentPreview({ definition }: { definition: SegmentFilter | undefined }) {
  const trpc = useTRPC()
  const preview = useQuery(segmentPreviewQuery(trpc, definition))
  const { data, error } = preview
  const text = error
    ? error.message
    : !definition
      ? 'Complete the conditions to see who matches.'
      : data
        ? t`${formatNumber(data.active)} active`
        : t`Counting…`
  return (
    <SectionCard
      cardClassName="h-fit lg:sticky lg:top-6"
      title={
        data && definition ? (
          <span aria-live="polite">
            <span className="figures">{formatNumber(data.count)}</span> {data.count === 1 ? 'person' : 'people'}
          </span>
        ) : (
          'Matching subscribers'
        )
      }
      description={text}
    >
      <ul
        aria-label="Newest matching subscribers"
        className={cn('grid gap-3 transition-opacity', (preview.isPlaceholderData || !definition) && 'opacity-50')}
      >
        {data
          ? data.subscribers.map(({ id, email_address, first_name, state }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <Link href={`/subscribers/${id}`} className="grid min-w-0 rounded-sm hover:underline">
                  <span className="truncate text-sm">{first_name ?? email_address}</span>
                  {first_name ? <span className="truncate text-muted-foreground text-xs">{email_address}</span> : null}
                </Link>
                {state === 'active' ? null : <SubscriberStateBadge state={state} />}
              </li>
            ))
          : PLACES.map((key) => <Skeleton key={key} className="h-9" />)}
      </ul>
    </SectionCard>
  )
}
