import { ChoiceOptions } from '@/components/choices/choice-options'
import { formatCount } from '@/components/format'
import { NumberField } from '@/components/number-field'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Alternatives, LinesField } from './alternatives'
import { type ConditionOf, type Engagement, HOW_OFTEN, howOften, withHowOften } from './conditions'
import { WindowFields } from './window-fields'

interface EngagementFieldsProps {
  condition: Engagement
  onChange: (condition: Engagement) => void
}

/** Count, period, and the email or link. */
export function EngagementFields({ condition, onChange }: EngagementFieldsProps) {
  const { how, times } = howOften(condition)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="How often" hideLabel className="w-32 max-sm:grow">
          <SelectInput
            value={how}
            options={HOW_OFTEN}
            onChange={(next) => onChange(withHowOften(condition, next, times))}
          />
        </Field>
        {how === 'never' ? null : (
          <NumberField
            label="Times"
            hideLabel
            layout="row"
            className="w-24"
            min={1}
            max={9999}
            value={times}
            onChange={(next) => onChange(withHowOften(condition, how, next))}
          />
        )}
        {how === 'never' ? null : (
          <span className="pb-2 text-muted-foreground text-sm">{times === 1 ? 'time' : 'times'}</span>
        )}
      </div>
      <WindowFields condition={condition} onChange={onChange} />
      <WhichFields condition={condition} onChange={onChange} />
    </>
  )
}

/** Any email, or at least one of several groups: broadcasts, or clicks on certain links. */
function WhichFields({ condition, onChange }: EngagementFieldsProps) {
  const { type, any } = condition
  const narrow = (next: Engagement['any']) => onChange({ ...condition, any: next } as Engagement)
  const kinds = type === 'clicks' ? GROUPS : GROUPS.slice(0, 1)
  if (!any || any.length === 0) {
    return (
      <Field label="Which email" hideLabel className="w-56 max-sm:w-full">
        <SelectInput
          value="all"
          options={[{ value: 'all', label: 'any email' }, ...kinds]}
          onChange={(next) => narrow(next === 'all' ? undefined : [emptyGroup(next)])}
        />
      </Field>
    )
  }
  return (
    <Alternatives
      label="Which emails"
      entries={any}
      onChange={(entries) => narrow(entries.length === 0 ? undefined : (entries as Engagement['any']))}
      offers={kinds.map(({ value, label }) => ({ label, make: () => emptyGroup(value) }))}
    >
      {(entry, change) =>
        entry.type === 'broadcasts' ? (
          <ChoiceOptions
            kind="broadcast"
            label="Any of these broadcasts"
            noun="broadcast"
            chosenId={entry.ids}
            onChange={(ids) => change({ ...entry, ids })}
          />
        ) : (
          <LinkFields entry={entry} onChange={change} />
        )
      }
    </Alternatives>
  )
}

type Group = NonNullable<ConditionOf<'clicks'>['any']>[number]
type Links = Extract<Group, { type: 'urls' }>

const GROUPS = [
  { value: 'broadcasts', label: 'certain broadcasts' },
  { value: 'urls', label: 'certain links' },
]

const emptyGroup = (type: string): Group =>
  type === 'urls' ? { type: 'urls', urls: [], matching: 'contains' } : { type: 'broadcasts', ids: [] }

const MATCHINGS: Record<Links['matching'], string> = {
  contains: 'Links that contain',
  exact: 'Links that are exactly',
  starts_with: 'Links that start with',
  ends_with: 'Links that end with',
}

function LinkFields({ entry, onChange }: { entry: Links; onChange: (entry: Links) => void }) {
  const { urls = [], ids, matching } = entry
  return (
    <div className="grid gap-2">
      <Field label="How links match" hideLabel>
        <SelectInput
          value={matching}
          options={Object.entries(MATCHINGS).map(([value, label]) => ({ value, label }))}
          onChange={(next) => onChange({ ...entry, matching: next as Links['matching'] })}
        />
      </Field>
      <LinesField
        label="Links"
        description={
          ids && ids.length > 0
            ? `One per line. ${formatCount(ids.length, 'link')} of reports ${ids.length === 1 ? 'counts' : 'count'} too.`
            : 'One per line. Any one counts.'
        }
        placeholder="studio.example/shop"
        value={urls}
        onChange={(next) => onChange({ ...entry, urls: next })}
      />
    </div>
  )
}
