import { useState } from 'react'
import { formatCount, formatNumber } from '@/components/format'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { EditedPost, Shares } from '@/server/modules/posts/schema.ts'

/**
 * Measures the free and paid parts of a paid post. `mayPublish` measures again, and returns false the first time that buyers would get
 * nothing extra, so the dialog asks.
 */
export function useShares({ id, is_paid, content }: Pick<EditedPost, 'id' | 'is_paid' | 'content'>) {
  const { run, data } = useAction(useTRPC().posts.countShares)
  const [is_asked, setAsked] = useState(false)
  const shares = is_paid ? (data ?? undefined) : undefined
  const count = async () => (is_paid ? await run({ id, content }) : null)
  return {
    shares,
    /** Publishing it again needs a confirmation. */
    is_asked: is_asked && shares?.is_all_public === true,
    begin() {
      setAsked(false)
      // Publishing measures again and shows the error.
      void count().catch(() => undefined)
    },
    async mayPublish(): Promise<boolean> {
      const counted = await count()
      if (!counted?.is_all_public || is_asked) return true
      setAsked(true)
      return false
    },
  }
}

export function SharesNote({ shares }: { shares: Shares | undefined }) {
  if (!shares) return null
  if (!shares.is_all_public) return <p className="text-muted-foreground text-sm">{sharesText(shares)}</p>
  return (
    <Alert tone="warning" title="Nothing is left for buyers.">
      Everyone reads the whole post: there is no text behind the paywall. Publish it anyway?
    </Alert>
  )
}

function sharesText({ paragraphs, words, more_words }: Shares): string {
  const buyersShare =
    more_words === 0
      ? t`buyers see more images`
      : words === 0
        ? t`buyers ${formatCount(more_words, 'word')}`
        : t`buyers ${formatNumber(more_words)} more`
  if (words === 0) return t`Everyone reads only the title; ${buyersShare}.`
  const read = formatCount(words, 'word')
  if (paragraphs === 0) return t`Everyone reads the first ${read}; ${buyersShare}.`
  if (paragraphs === 1) return t`Everyone reads the first paragraph, ${read}; ${buyersShare}.`
  return t`Everyone reads the first ${formatCount(paragraphs, 'paragraph')}, ${read}; ${buyersShare}.`
}
