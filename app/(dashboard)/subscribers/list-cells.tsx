import { shownValue } from '@/components/custom-fields/shown-value'
import { formatNumber } from '@/components/format'
import { type ListColumn, subscriberColumn } from '@/components/list/list-columns'
import { RelativeTime } from '@/components/relative-time'
import { SubscriberStateBadge } from '@/components/status-badge'
import { TagBadge } from '@/components/tags/tag-badge'
import { listText } from '@/server/lib/locale/formats.ts'
import type { Column, FieldColumn } from '@/server/modules/subscribers/columns-schema.ts'
import type { ShownSubscriber } from '@/server/modules/subscribers/list/search.ts'
import type { TagColor } from '@/server/modules/tags/colors-schema.ts'
import { SOURCES } from './source-labels'

const SHOWN_TAGS = 3

interface TagNamesProps {
  tags: NonNullable<ShownSubscriber['tags']>
  colorOf: (id: number) => TagColor | null
}

function TagNames({ tags, colorOf }: TagNamesProps) {
  if (tags.length === 0) return null
  const hiddenTags = tags.slice(SHOWN_TAGS)
  return (
    <span className="flex flex-wrap gap-1">
      {tags.slice(0, SHOWN_TAGS).map(({ id, name }) => (
        <TagBadge key={id} id={id} name={name} color={colorOf(id)} className="h-6 max-w-40" />
      ))}
      {hiddenTags.length > 0 ? (
        <span className="text-muted-foreground text-xs" title={listText(hiddenTags.map(({ name }) => name))}>
          +{hiddenTags.length}
        </span>
      ) : null}
    </span>
  )
}

const text = (value: string | null | undefined) =>
  value ? (
    <span className="[overflow-wrap:anywhere] md:line-clamp-2 md:min-w-20">{value}</span>
  ) : (
    <span className="text-muted-foreground">–</span>
  )

const count = (name: 'sent' | 'opens' | 'clicks', header: string): ListColumn<ShownSubscriber> => ({
  key: name,
  header,
  align: 'end',
  sort: name,
  cell: ({ engagement }) => formatNumber(engagement?.[name] ?? 0),
})

const cellsOf = (colorOf: TagNamesProps['colorOf']): Record<Column, ListColumn<ShownSubscriber>[]> => ({
  state: [
    {
      key: 'state',
      header: 'State',
      phone: 'aside',
      sort: 'state',
      sortFirst: 'asc',
      cell: (subscriber) => <SubscriberStateBadge state={subscriber.state} />,
    },
  ],
  tags: [
    {
      key: 'tags',
      header: 'Tags',
      from: 'lg',
      phone: 'hidden',
      cell: (subscriber) => <TagNames tags={subscriber.tags ?? []} colorOf={colorOf} />,
    },
  ],
  engagement: [count('sent', 'Sent'), count('opens', 'Opened'), count('clicks', 'Clicked')],
  last_opened: [
    {
      key: 'last_opened',
      header: 'Last opened',
      sort: 'last_opened',
      cell: ({ last_opened }) => (last_opened ? <RelativeTime at={last_opened} /> : text(null)),
    },
  ],
  source: [
    {
      key: 'source',
      header: 'Source',
      sort: 'source',
      sortFirst: 'asc',
      cell: ({ source }) => text(source && (SOURCES[source] ?? source)),
    },
  ],
  location: [
    {
      key: 'location',
      header: 'Location',
      sort: 'location',
      sortFirst: 'asc',
      cell: ({ location }) => text(location),
    },
  ],
  joined: [
    {
      key: 'joined',
      header: 'Joined',
      align: 'end',
      sort: 'joined',
      ago: ({ created_at }) => created_at,
    },
  ],
})

/**
 * Returns the columns chosen by the member, with fields before the date, which is last. `colorOf` is passed in for all rows, so tags do not
 * each look it up.
 */
export function shownColumns(
  columns: readonly Column[],
  fields: readonly FieldColumn[],
  colorOf: TagNamesProps['colorOf'],
): ListColumn<ShownSubscriber>[] {
  const cells = cellsOf(colorOf)
  const chosenColumns = (Object.keys(cells) as Column[]).filter((column) => columns.includes(column))
  const fieldColumns = fields.map((field) => ({
    key: `field ${field.id}`,
    header: field.label,
    sort: `field_${field.id}`,
    ...(field.type === 'number' ? {} : { sortFirst: 'asc' as const }),
    cell: ({ field_values }: ShownSubscriber) => {
      const value = field_values?.[field.id]
      return text(value ? shownValue(field, value) : null)
    },
  }))
  const before = chosenColumns.filter((column) => column !== 'joined').flatMap((column) => cells[column])
  return [
    { ...subscriberColumn, className: 'md:min-w-60' },
    ...before,
    ...fieldColumns,
    ...(chosenColumns.includes('joined') ? cells.joined : []),
  ]
}
