import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { classGroups: { 'fvn-figure': ['figures'] } } })

/** Joins class names. Later classes override earlier ones for the same property. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
