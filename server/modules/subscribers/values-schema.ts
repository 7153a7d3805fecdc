import { t } from '../../lib/locale/texts.ts'

export const STATES = ['active', 'inactive', 'bounced', 'complained', 'cancelled'] as const

/** Sort orders of the list, besides custom fields (`field_12`). */
export const SORTS = [
  'added',
  'joined',
  'sent',
  'opens',
  'clicks',
  'last_opened',
  'source',
  'location',
  'state',
] as const
/** Orders that an index of all subscribers has. */
const INDEXED_SORTS: readonly string[] = ['joined', 'sent', 'opens', 'clicks']
type Sort = (typeof SORTS)[number] | `field_${number}`
export const FIELD_SORT = /^field_([1-9]\d{0,8})$/

/** The id of the custom field that a list is sorted by. */
export const sortFieldId = (sort: string): number | undefined => {
  const id = FIELD_SORT.exec(sort)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Lists of up to this many are sorted by what no index has, because each page reads every row. */
export const MAX_SORTED = 50_000

/**
 * Returns whether an index has the order of a list. A search, tag or filter names too few rows for that, and with a state that few have,
 * the index of a rank would be read to its end.
 */
export const isSortedByIndex = (sort: Sort, list: { is_narrowed: boolean; status: string }): boolean =>
  sort === 'added' ||
  (!list.is_narrowed &&
    INDEXED_SORTS.includes(sort) &&
    (sort === 'joined' || list.status === 'active' || list.status === 'all'))

/** Returns how a state changed, by the cause of the change: `Unsubscribed ${cause}`. */
export const causeText = (cause: string): string | undefined =>
  ({
    api: t`through the API`,
    dashboard: t`manually`,
    manual: t`manually`,
    import: t`through an import`,
    form: t`through a form`,
    unsubscribe_link: t`with the link in an email`,
    one_click: t`with the button in their email app`,
    bounce: t`after a bounce`,
    complaint: t`after a complaint`,
    confirmation: t`by confirming their address`,
    purchase: t`through a purchase`,
    automation: t`by an automation`,
  })[cause]
