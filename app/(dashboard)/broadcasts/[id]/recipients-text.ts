import { formatCrowd } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'

/** Returns "1,912 people", or "up to 1,912 people" if more recipients may be suppressed than were counted. */
export const recipientsText = (count: number, is_exact: boolean) => `${is_exact ? '' : t`up to `}${formatCrowd(count)}`

/** Like `recipientsText`, for the start of a text. */
export const recipientsHeading = (count: number, is_exact: boolean) =>
  `${is_exact ? '' : 'Up to '}${formatCrowd(count)}`

/** Says who is skipped because of a suppression list. Null: no one is. */
export function suppressedText(count: number, is_exact: boolean): string | null {
  if (count === 0) return is_exact ? null : 'Anyone on a suppression list is skipped.'
  const skipped = `${formatCrowd(count)} on a suppression list ${count === 1 ? 'is' : 'are'} skipped.`
  return is_exact ? skipped : `At least ${skipped}`
}
