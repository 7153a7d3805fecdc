import type { Condition, Filter } from '../subscribers/filter-schema.ts'
import type { NeedKind } from './content-schema.ts'

type Name = (kind: NeedKind, id: number) => string
type Counted = Extract<Condition, { type: 'opens' | 'clicks' | 'sent' | 'delivered' }>
type Window = Pick<Counted, 'after' | 'before' | 'last_days'>

/** Describes the conditions of a step, so a reviewer knows which subscribers it lets pass. */
export const conditionsText = ({ all }: Filter, name: Name): string =>
  all.length === 0 ? 'Check nothing' : `Check: ${all.map((condition) => text(condition, name)).join(', and ')}`

function text(condition: Condition, name: Name): string {
  switch (condition.type) {
    case 'tags':
      return `has the tag ${either(condition.any.flatMap(({ matching }) => matching.map((id) => name('tag', id))))}`
    case 'custom_field':
      return `${name('custom_field', condition.subscriber_custom_field_id)} ${COMPARISONS[condition.comparison]}${
        condition.comparison === 'has_value' ? '' : ` “${condition.value ?? ''}”`
      }`
    case 'subscriber_state':
      return `is ${either(condition.states)}`
    case 'subscribed':
      return `subscribed${windowText(condition)}`
    case 'location':
      return `is within ${condition.radius} km of ${condition.latitude}, ${condition.longitude}`
    case 'attribution':
      return `subscribed through ${either(condition.any.flatMap((one) => sources(one, name)))}`
    default:
      return countedText(condition)
  }
}

const either = (options: readonly string[]) => options.join(' or ')

function sources(one: Extract<Condition, { type: 'attribution' }>['any'][number], name: Name): string[] {
  if (one.type === 'forms') return one.ids.map((id) => `the form ${name('form', id)}`)
  const { source_type, source_ids = [], source_names = [], mechanism, mechanism_ids = [] } = one
  const found = [
    ...source_ids.map((id) => `the form ${name('form', id)}`),
    ...[source_type, mechanism, ...source_names].flatMap((word) => (word ? [`“${word}”`] : [])),
    ...(mechanism_ids.length > 0 ? ['an import or app'] : []),
  ]
  return found.length > 0 ? found : ['anything']
}

const VERBS = { opens: 'opened', clicks: 'clicked', sent: 'was sent', delivered: 'received' }

function countedText(condition: Counted): string {
  const bounds = [
    [condition.count_greater_than, 'more than'],
    [condition.count_greater_than_or_equal, 'at least'],
    [condition.count_less_than, 'less than'],
    [condition.count_less_than_or_equal, 'at most'],
  ] as const
  const given = bounds.flatMap(([count, words]) => (count === undefined ? [] : [`${words} ${count}`]))
  const times = given.length === 0 ? 'at least 1' : given.join(' and ')
  const urls = (condition.any ?? []).flatMap((one) => ('urls' in one ? (one.urls ?? []) : []))
  const what = urls.length > 0 ? ` of ${either(urls)}` : condition.any?.length ? ' of certain emails' : ''
  return `${VERBS[condition.type]} ${times} ${condition.type === 'clicks' ? 'links' : 'emails'}${what}${windowText(condition)}`
}

function windowText({ after, before, last_days }: Window): string {
  if (last_days !== undefined) return ` in the last ${last_days} ${last_days === 1 ? 'day' : 'days'}`
  return `${after ? ` after ${after}` : ''}${before ? ` before ${before}` : ''}`
}

const COMPARISONS = {
  is: 'is',
  contains: 'contains',
  has_value: 'has any value',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
}
