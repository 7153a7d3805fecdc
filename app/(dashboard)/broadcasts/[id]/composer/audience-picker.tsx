'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/components/format'
import { OptionList } from '@/components/option-list'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import type { SubscriberFilter } from '@/server/modules/broadcasts/schema.ts'

const GROUPS = ['any', 'all', 'none'] as const
type Group = (typeof GROUPS)[number]

const options = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'any', label: 'Subscribers in any of these' },
  { value: 'all', label: 'Subscribers in all of these' },
  { value: 'none', label: 'Everyone except those in any of these' },
]

interface Choice {
  /** Undefined until something is chosen. */
  group: Group | 'everyone' | undefined
  tags: readonly number[]
  segments: readonly number[]
}

interface AudiencePickerProps {
  /** Null is everyone, `[]` is not chosen yet. */
  audience: SubscriberFilter | null
  onChange: (audience: SubscriberFilter) => void
}

/** The recipients of the broadcast and their current number. An incomplete choice is stored as none. */
export function AudiencePicker({ audience, onChange }: AudiencePickerProps) {
  const trpc = useTRPC()
  const [choice, setChoice] = useState(() => readAudience(audience))
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }))
  const segments = useQuery(trpc.segments.list.queryOptions({ per_page: 1000 }))
  const subscriber_filter = writeAudience(choice)
  const is_chosen = subscriber_filter.length > 0
  const count = useQuery(trpc.broadcasts.audience.queryOptions({ subscriber_filter }, { enabled: is_chosen }))
  const grouped = choice.group !== undefined && choice.group !== 'everyone'

  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    onChange(writeAudience(next))
  }

  return (
    <div className="grid gap-3">
      <Field
        label="To"
        error={
          grouped && !is_chosen
            ? 'Choose at least one tag or segment, or choose Everyone.'
            : is_chosen
              ? count.error?.message
              : undefined
        }
        description={
          is_chosen && !count.error
            ? count.data
              ? `${formatNumber(count.data.count)} active ${count.data.count === 1 ? 'subscriber' : 'subscribers'}`
              : 'Counting…'
            : undefined
        }
      >
        <SelectInput
          placeholder="Choose recipients"
          value={choice.group}
          options={options}
          onChange={(value) => choose({ group: GROUPS.find((name) => name === value) ?? 'everyone' })}
        />
      </Field>
      {grouped ? (
        <>
          <OptionList
            label="Tags"
            noun="tag"
            options={tags.data?.rows}
            chosen={choice.tags}
            onChange={(chosen) => choose({ tags: chosen })}
          />
          <OptionList
            label="Segments"
            noun="segment"
            options={segments.data?.rows}
            chosen={choice.segments}
            onChange={(chosen) => choose({ segments: chosen })}
          />
        </>
      ) : null}
    </div>
  )
}

function readAudience(audience: SubscriberFilter | null): Choice {
  for (const group of GROUPS) {
    const conditions = audience?.[0]?.[group] ?? []
    const idsOf = (type: 'tag' | 'segment') =>
      conditions.flatMap((condition) => (condition.type === type ? condition.ids : []))
    if (conditions.some(({ type }) => type !== 'all_subscribers')) {
      return { group, tags: idsOf('tag'), segments: idsOf('segment') }
    }
  }
  return { group: audience === null ? 'everyone' : undefined, tags: [], segments: [] }
}

/** `[]` while the choice is incomplete: nothing ticked never means everyone. */
function writeAudience({ group, tags, segments }: Choice): SubscriberFilter {
  if (group === undefined) return []
  if (group === 'everyone') return [{ all: [{ type: 'all_subscribers' }] }]
  const conditions = [
    ...(segments.length > 0 ? [{ type: 'segment' as const, ids: [...segments] }] : []),
    ...(tags.length > 0 ? [{ type: 'tag' as const, ids: [...tags] }] : []),
  ]
  return conditions.length > 0 ? [{ [group]: conditions }] : []
}
