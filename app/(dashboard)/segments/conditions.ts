import { t } from '@/server/lib/locale/texts.ts'
import type { Condition } from '@/server/modules/subscribers/filter-schema.ts'
import type { SegmentCondition, SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'

// Conditions of the segment builder, and their filter syntax.

export type { Condition, SegmentCondition }
export type ConditionOf<Type extends SegmentCondition['type']> = Extract<SegmentCondition, { type: Type }>
export type Engagement = ConditionOf<'opens' | 'clicks' | 'sent' | 'delivered'>

export interface Kind<Of extends SegmentCondition = SegmentCondition> {
  type: Of['type']
  label: string
  make: () => Of
}

/** Conditions of the API in menu order, each with its default. */
export const KINDS: Kind<Condition>[] = [
  {
    type: 'opens',
    label: 'Opened an email',
    make: () => ({ type: 'opens', count_greater_than_or_equal: 1, last_days: 30 }),
  },
  {
    type: 'clicks',
    label: 'Clicked a link',
    make: () => ({ type: 'clicks', count_greater_than_or_equal: 1, last_days: 30 }),
  },
  {
    type: 'sent',
    label: 'Was sent an email',
    make: () => ({ type: 'sent', count_greater_than_or_equal: 1, last_days: 30 }),
  },
  {
    type: 'delivered',
    label: 'Received an email',
    make: () => ({ type: 'delivered', count_greater_than_or_equal: 1, last_days: 30 }),
  },
  { type: 'tags', label: 'Has a tag', make: () => ({ type: 'tags', any: [{ type: 'ids', matching: [] }] }) },
  {
    type: 'custom_field',
    label: 'Custom field',
    make: () => ({ type: 'custom_field', subscriber_custom_field_id: 0, comparison: 'is', value: '' }),
  },
  { type: 'subscribed', label: 'Subscribed', make: () => ({ type: 'subscribed', last_days: 30 }) },
  {
    type: 'attribution',
    label: 'Subscribed through',
    make: () => ({ type: 'attribution', any: [{ type: 'forms', ids: [] }] }),
  },
  { type: 'subscriber_state', label: 'State', make: () => ({ type: 'subscriber_state', states: ['active'] }) },
  {
    type: 'location',
    label: 'Location',
    make: () => ({ type: 'location', latitude: 59.91, longitude: 10.75, radius: 50 }),
  },
]

/** All kinds, including the kinds that only segments have. */
export const SEGMENT_KINDS: Kind[] = [
  // Only the API can create a location box. Creators choose a distance instead.
  ...KINDS.filter(({ type }) => type !== 'location'),
  {
    type: 'date_field',
    label: 'Date in a custom field',
    make: () => ({ type: 'date_field', subscriber_custom_field_id: 0, yearly: true, next_days: 7 }),
  },
  {
    type: 'engagement_level',
    label: 'Engagement',
    make: () => ({ type: 'engagement_level', levels: ['high'] }),
  },
  { type: 'country', label: 'Country', make: () => ({ type: 'country', codes: [] }) },
  {
    type: 'distance',
    label: 'Distance from a place',
    make: () => ({ type: 'distance', latitude: 59.9139, longitude: 10.7522, within: 50, unit: 'km', place: 'Oslo' }),
  },
  { type: 'sequences', label: 'Sequence', make: () => ({ type: 'sequences', ids: [], status: 'any' }) },
  { type: 'automations', label: 'Automation', make: () => ({ type: 'automations', ids: [], status: 'any' }) },
  {
    type: 'purchases',
    label: 'Purchases',
    make: () => ({ type: 'purchases', count_greater_than_or_equal: 1 }),
  },
]

export const labelOf = (type: SegmentCondition['type']) => {
  const of_menu = type === 'choice_field' ? 'custom_field' : type
  return [...SEGMENT_KINDS, ...KINDS].find((kind) => kind.type === of_menu)?.label ?? type
}

/** Each condition as a sentence about a subscriber, and its opposite. */
const POLARITY: Record<SegmentCondition['type'], readonly [string, string]> = {
  opens: ['Opened an email', 'Did not open an email'],
  clicks: ['Clicked a link', 'Did not click a link'],
  sent: ['Was sent an email', 'Was not sent an email'],
  delivered: ['Received an email', 'Did not receive an email'],
  tags: ['Has a tag', 'Does not have a tag'],
  custom_field: ['Custom field matches', 'Custom field does not match'],
  choice_field: ['Custom field matches', 'Custom field does not match'],
  subscribed: ['Subscribed', 'Did not subscribe'],
  attribution: ['Subscribed through', 'Did not subscribe through'],
  subscriber_state: ['State is', 'State is not'],
  location: ['Is in the area', 'Is not in the area'],
  date_field: ['Date in a custom field is', 'Date in a custom field is not'],
  engagement_level: ['Engagement is', 'Engagement is not'],
  country: ['Country is', 'Country is not'],
  distance: ['Is within', 'Is not within'],
  sequences: ['Is in a sequence', 'Is not in a sequence'],
  automations: ['Is in an automation', 'Is not in an automation'],
  purchases: ['Bought', 'Did not buy'],
}

/** Returns a condition's sentence and its opposite. A field without a value is empty. */
export const polarityOf = (condition: SegmentCondition): readonly [string, string] =>
  condition.type === 'custom_field' && condition.comparison === 'has_value'
    ? [t`Custom field has a value`, t`Custom field is empty`]
    : POLARITY[condition.type]

export const HOW_OFTEN = [
  { value: 'at_least', label: 'at least' },
  { value: 'at_most', label: 'at most' },
  { value: 'never', label: 'never' },
]

export function howOften(condition: Engagement): { how: string; times: number } {
  const { count_less_than, count_less_than_or_equal, count_greater_than, count_greater_than_or_equal } = condition
  const most = count_less_than_or_equal ?? (count_less_than === undefined ? undefined : count_less_than - 1)
  if (most !== undefined) return most <= 0 ? { how: 'never', times: 1 } : { how: 'at_most', times: most }
  const least = count_greater_than_or_equal ?? (count_greater_than === undefined ? 1 : count_greater_than + 1)
  return { how: 'at_least', times: least }
}

export function withHowOften<C extends Engagement>(condition: C, how: string, times: number): C {
  const { count_less_than, count_less_than_or_equal, count_greater_than, count_greater_than_or_equal, ...rest } =
    condition
  const bounds =
    how === 'never'
      ? { count_less_than_or_equal: 0 }
      : how === 'at_most'
        ? { count_less_than_or_equal: times }
        : { count_greater_than_or_equal: times }
  return { ...rest, ...bounds } as C
}

export const WHEN = [
  { value: 'last', label: 'in the last' },
  { value: 'between', label: 'between two dates' },
  { value: 'ever', label: 'at any time' },
]

export const isEngagement = ({ type }: SegmentCondition): boolean =>
  type === 'opens' || type === 'clicks' || type === 'sent' || type === 'delivered'

export type Windowed = Engagement | ConditionOf<'subscribed' | 'purchases'>

export const whenOf = ({ last_days, after, before }: Windowed) =>
  last_days !== undefined ? 'last' : after !== undefined || before !== undefined ? 'between' : 'ever'

export function withWindow<C extends Windowed>(
  condition: C,
  window: { last_days?: number; after?: string | undefined; before?: string | undefined },
): C {
  const { last_days, after, before, ...rest } = condition
  return { ...rest, ...window } as C
}

/** Comparisons of a custom field. `includes` is a separate condition that only segments have. */
export type Comparison = ConditionOf<'custom_field'>['comparison'] | 'includes'

export const COMPARISON_LABELS: Record<Comparison, string> = {
  is: 'is',
  includes: 'includes',
  contains: 'contains',
  has_value: 'has any value',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
}

/** Returns true if every custom field condition has a value. The API accepts an empty one, which matches no one. */
export const hasValues = ({ conditions }: Pick<SegmentFilter, 'conditions'>): boolean =>
  conditions.every((entry) => {
    if (entry.type === 'group') return hasValues(entry)
    const condition = entry.type === 'not' ? entry.condition : entry
    if (condition.type === 'choice_field') return condition.value !== ''
    return condition.type !== 'custom_field' || condition.comparison === 'has_value' || Boolean(condition.value)
  })
