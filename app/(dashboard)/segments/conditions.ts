import type { Condition } from '@/server/modules/subscribers/filter-schema.ts'

// The conditions of the segment builder and how they map to filter syntax.

export type { Condition }
export type ConditionOf<Type extends Condition['type']> = Extract<Condition, { type: Type }>
export type Engagement = ConditionOf<'opens' | 'clicks' | 'sent' | 'delivered'>

/** Condition types in menu order, each with its default. */
export const KINDS: { type: Condition['type']; label: string; make: () => Condition }[] = [
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

export const labelOf = (type: Condition['type']) => KINDS.find((kind) => kind.type === type)?.label ?? type

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
  const bound =
    how === 'never'
      ? { count_less_than_or_equal: 0 }
      : how === 'at_most'
        ? { count_less_than_or_equal: times }
        : { count_greater_than_or_equal: times }
  return { ...rest, ...bound } as C
}

export const WHEN = [
  { value: 'last', label: 'in the last' },
  { value: 'between', label: 'between two dates' },
  { value: 'ever', label: 'at any time' },
]

export const isEngagement = ({ type }: Condition): boolean =>
  type === 'opens' || type === 'clicks' || type === 'sent' || type === 'delivered'

type Windowed = Engagement | ConditionOf<'subscribed'>

export const whenOf = ({ last_days, after, before }: Windowed) =>
  last_days !== undefined ? 'last' : after !== undefined || before !== undefined ? 'between' : 'ever'

export function withWindow<C extends Windowed>(
  condition: C,
  window: { last_days?: number; after?: string | undefined; before?: string | undefined },
): C {
  const { last_days, after, before, ...rest } = condition
  return { ...rest, ...window } as C
}

export const COMPARISON_LABELS: Record<ConditionOf<'custom_field'>['comparison'], string> = {
  is: 'is',
  contains: 'contains',
  has_value: 'has any value',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
}
