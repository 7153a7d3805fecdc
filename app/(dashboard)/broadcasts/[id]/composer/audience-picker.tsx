import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceOptions } from '@/components/choices/choice-options'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { NewMatches } from '@/server/modules/broadcasts/plan-schema.ts'
import type { Excluded, SubscriberFilter } from '@/server/modules/broadcasts/schema.ts'
import { recipientsHeading, suppressedText } from '../recipients-text'
import { type Choice, GROUPS, idsOf, type Named, named, readAudience, writeAudience } from './audience'

const options = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'any', label: 'Subscribers in any of these' },
  { value: 'all', label: 'Subscribers in all of these' },
  { value: 'none', label: 'Everyone except those in any of these' },
]

interface Audience {
  subscriber_filter: SubscriberFilter
  excluded: Excluded
}

interface AudiencePickerProps {
  /** Null: everyone. `[]`: nothing is chosen yet. */
  audience: SubscriberFilter | null
  excluded: Excluded | null
  onChange: (audience: Partial<Audience>) => void
}

/** The broadcast's recipients and their current number. An incomplete choice is stored as no choice. */
export function AudiencePicker({ audience, excluded, onChange }: AudiencePickerProps) {
  const trpc = useTRPC()
  const [choice, setChoice] = useState(() => readAudience(audience))
  const [left_out, setLeftOut] = useState<Named>(() => ({
    tags: idsOf(excluded, 'tag'),
    segments: idsOf(excluded, 'segment'),
  }))
  const [excludes, setExcludes] = useState(excluded !== null)
  const subscriber_filter = writeAudience(choice)
  const is_chosen = subscriber_filter.length > 0
  const count = useQuery(
    trpc.broadcasts.audience.queryOptions({ subscriber_filter, excluded: named(left_out) }, { enabled: is_chosen }),
  )
  const isGrouped = choice.group !== undefined && choice.group !== 'everyone'

  const choose = (change: Partial<Choice>) => {
    const next = { ...choice, ...change }
    setChoice(next)
    onChange({ subscriber_filter: writeAudience(next) })
  }
  const leaveOut = (change: Partial<Named>) => {
    const next = { ...left_out, ...change }
    setLeftOut(next)
    onChange({ excluded: named(next) })
  }

  return (
    <div className="grid gap-3">
      <Field
        label="To"
        error={
          isGrouped && !is_chosen
            ? 'Choose at least one tag or segment, or choose Everyone.'
            : is_chosen
              ? count.error?.message
              : undefined
        }
        description={is_chosen && !count.error ? (count.data ? recipientsNow(count.data) : 'Counting…') : undefined}
      >
        <SelectInput
          placeholder="Choose recipients"
          value={choice.group}
          options={options}
          onChange={(value) => choose({ group: GROUPS.find((name) => name === value) ?? 'everyone' })}
        />
      </Field>
      {isGrouped ? <TagsAndSegments audience={choice} onChange={choose} /> : null}
      {choice.group !== undefined && (choice.group !== 'none' || excludes) ? (
        <Field layout="inline" label="Leave out subscribers with certain tags or in certain segments">
          <Checkbox
            checked={excludes}
            onCheckedChange={(checked) => {
              setExcludes(checked === true)
              if (!checked) leaveOut({ tags: [], segments: [] })
            }}
          />
        </Field>
      ) : null}
      {excludes ? <TagsAndSegments prefix="Left out: " audience={left_out} onChange={leaveOut} /> : null}
    </div>
  )
}

/** Same numbers as in the review before sending. */
function recipientsNow({ count, suppressed, is_exact }: NewMatches): string {
  const skipped = suppressedText(suppressed, is_exact)
  const recipients = recipientsHeading(count, is_exact)
  return skipped ? `${recipients}. ${skipped}` : recipients
}

interface TagsAndSegmentsProps {
  prefix?: string
  audience: Named
  onChange: (change: Partial<Named>) => void
}

function TagsAndSegments({ prefix = '', audience, onChange }: TagsAndSegmentsProps) {
  return (
    <>
      <ChoiceOptions
        kind="tag"
        label={`${prefix}${prefix ? 'tags' : t`Tags`}`}
        noun="tag"
        chosenId={audience.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <ChoiceOptions
        kind="segment"
        label={`${prefix}${prefix ? 'segments' : t`Segments`}`}
        noun="segment"
        chosenId={audience.segments}
        onChange={(segments) => onChange({ segments })}
      />
    </>
  )
}
