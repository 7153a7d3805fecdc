import { currentLocale } from '@/server/lib/locale/current.ts'

/** Returns 1 for the arrow key in reading direction, -1 for the opposite one, and undefined for all other keys. */
export function stepAlongLine(key: string): 1 | -1 | undefined {
  const forward = currentLocale().dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === forward) return 1
  return key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : undefined
}
