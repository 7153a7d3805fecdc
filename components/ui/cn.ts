import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'
import { CLASS_GROUPS } from './class-groups'

const merge = createTailwindMerge(() => CLASS_GROUPS)

/** Joins class names. Later classes override earlier ones of the same property. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
