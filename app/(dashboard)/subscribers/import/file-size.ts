const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** "3.2 MB", with 1,000 bytes to the kilobyte. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${format.format(bytes / 1_000)} KB`
  return `${format.format(bytes / 1_000_000)} MB`
}
