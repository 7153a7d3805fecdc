import { currentLocale } from '@/server/lib/locale/current.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats bytes in decimal units: "1.2 GB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1_000 ** power
  return `${value.toLocaleString(currentLocale().tag, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[power]}`
}
