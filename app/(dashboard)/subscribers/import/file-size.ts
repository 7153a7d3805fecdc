import { inLocaleOnce } from '@/server/lib/locale/formats.ts'
import { t } from '@/server/lib/locale/texts.ts'

const format = inLocaleOnce((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }))

/** "3.2 MB", with 1,000 bytes to the kilobyte. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return t`${bytes} bytes`
  if (bytes < 1_000_000) return `${format().format(bytes / 1_000)} KB`
  return `${format().format(bytes / 1_000_000)} MB`
}
