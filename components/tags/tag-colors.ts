import type { Tone } from '@/components/ui/badge'
import type { TagColor } from '@/server/modules/tags/colors-schema.ts'

/** Design system tone of each tag color. */
export const TAG_TONE: Record<TagColor, Tone> = {
  petrol: 'primary',
  green: 'success',
  yellow: 'warning',
  orange: 'stamp',
  red: 'danger',
  blue: 'info',
}

export const TAG_COLOR_LABEL: Record<TagColor, string> = {
  petrol: 'Petrol',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
  blue: 'Blue',
}
