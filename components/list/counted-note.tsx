import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countedAtQuery } from '@/components/page-queries'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'

/** Shows the age of a list's subscriber counts, which a job updates. Refreshes the list when there are new ones. */
export function CountedNote({ onCounted }: { onCounted: () => void }) {
  const { data } = useQuery(countedAtQuery(useTRPC()))
  const counted_at = data?.counted_at
  const shown = useRef(counted_at)
  useEffect(() => {
    if (shown.current && counted_at !== shown.current) onCounted()
    shown.current = counted_at
  }, [counted_at, onCounted])
  if (!data) return null
  return (
    <>
      {' · '}
      Subscribers counted <RelativeTime at={data.counted_at} />
      {data.is_counting ? ' · Counting again' : null}
    </>
  )
}
