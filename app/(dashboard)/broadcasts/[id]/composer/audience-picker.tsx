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
  { value: 'everybody', label: 'Everybody' },
  { value: 'any', label: 'People in any of these' },
  { value: 'all', label: 'People in all of these' },
  { value: 'none', label: 'People in none of these' },
]

interface Choice {
  group: Group | 'everybody'
  tags: readonly number[]
  segments: readonly number[]
}

interface AudiencePickerProps {
  /** Null is everybody. */
  audience: SubscriberFilter | null
  onChange: (audience: SubscriberFilter | null) => void
}

/** Who gets the letter, by tags and segments, and how many that are right now. */
export function AudiencePicker({ audience, onChange }: AudiencePickerProps) {
  const trpc = useTRPC()
  const [choice, setChoice] = useState(() => readAudience(audience))
  const tags = useQuery(trpc.tags.list.queryOptions({ per_page: 1000 }))
  const segments = useQuery(trpc.segments.list.queryOptions({ per_page: 1000 }))
  const count = useQuery(trpc.broadcasts.audience.queryOptions({ subscriber_filter: writeAudience(choice) }))

  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    onChange(writeAudience(next))
  }

  return (
    <div className="grid gap-3">
      <Field
        label="To"
        description={
          count.error
            ? count.error.message
            : count.data
              ? `${formatNumber(count.data.count)} active subscribers`
              : 'Counting …'
        }
      >
        <SelectInput
          value={choice.group}
          options={options}
          onChange={(value) => choose({ group: GROUPS.find((name) => name === value) ?? 'everybody' })}
        />
      </Field>
      {choice.group === 'everybody' ? null : (
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
      )}
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
  return { group: 'everybody', tags: [], segments: [] }
}

/** A group without members is everybody, too: nothing has been narrowed yet. */
function writeAudience({ group, tags, segments }: Choice): SubscriberFilter | null {
  if (group === 'everybody') return null
  const conditions = [
    ...(segments.length > 0 ? [{ type: 'segment' as const, ids: [...segments] }] : []),
    ...(tags.length > 0 ? [{ type: 'tag' as const, ids: [...tags] }] : []),
  ]
  return conditions.length > 0 ? [{ [group]: conditions }] : null
}
