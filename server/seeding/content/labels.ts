import type { TagColor } from '../../modules/tags/colors-schema.ts'

/** A custom field, its values, and the share of subscribers who have a value. */
export interface SeededField {
  label: string
  share: number
  /** Repeated values are more frequent. `date` is a day between joining and now. */
  values: string[] | 'date'
}

export const FIELDS: SeededField[] = [
  {
    label: 'Experience',
    share: 0.78,
    values: ['Beginner', 'Beginner', 'Beginner', 'Some practice', 'Some practice', 'Advanced'],
  },
  {
    label: 'Favorite technique',
    share: 0.64,
    values: ['Wheel throwing', 'Wheel throwing', 'Hand building', 'Hand building', 'Glazing', 'Raku', 'Slip casting'],
  },
  { label: 'Membership', share: 0.35, values: ['Drop-in', 'Drop-in', 'Ten visits', 'Monthly'] },
  { label: 'Last workshop', share: 0.27, values: 'date' },
  {
    label: 'Found us through',
    share: 0.46,
    values: ['A friend', 'A friend', 'Instagram', 'Walked past', 'The shop', 'A magazine'],
  },
]

/**
 * A tag and the share of subscribers who have it: of all, or of the subscribers with the tag `among`, which must come first in the list.
 */
export interface SeededTag {
  name: string
  share: number
  among?: string
  color?: TagColor
}

export const TAGS: SeededTag[] = [
  { name: 'Studio news', share: 0.72, color: 'petrol' },
  { name: 'Shop customer', share: 0.24, color: 'green' },
  { name: 'VIP', share: 0.16, among: 'Shop customer', color: 'orange' },
  { name: 'Workshop: wheel throwing', share: 0.19, color: 'blue' },
  { name: 'Workshop: glazing', share: 0.38, among: 'Workshop: wheel throwing', color: 'blue' },
  { name: 'Open studio night', share: 0.13 },
  { name: 'Waiting list: kiln course', share: 0.06, color: 'yellow' },
]

export const FORM = {
  name: 'Studio news',
  type: 'embed',
  format: 'inline',
  settings: {
    heading: 'Emails from the studio',
    description: 'What came out of the kiln, what went wrong, and when the next workshops are.',
    button_label: 'Send it to me',
    fields: [{ custom_field_id: null }],
    consent_text: 'Send me emails from the studio, about twice a month. I can unsubscribe at any time.',
    accent_color: '#b4532a',
  },
}
