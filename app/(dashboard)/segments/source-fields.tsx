import { ChoiceOptions } from '@/components/choices/choice-options'
import { formatCount } from '@/components/format'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Alternatives, LinesField } from './alternatives'
import type { ConditionOf } from './conditions'

type Attribution = ConditionOf<'attribution'>
type Entry = Attribution['any'][number]
type Source = Extract<Entry, { type: 'service_source' }>

const OFFERED = [
  { label: 'other forms', make: (): Entry => ({ type: 'forms', ids: [] }) },
  { label: 'another source', make: (): Entry => ({ type: 'service_source', source_type: 'manual' }) },
]

/** Edits the source from which subscribers first joined: a form, or another source. */
export function SourceFields({
  condition,
  onChange,
}: {
  condition: Attribution
  onChange: (condition: Attribution) => void
}) {
  return (
    <Alternatives
      label="Sources"
      entries={condition.any}
      onChange={(any) => onChange({ ...condition, any })}
      offers={OFFERED}
    >
      {(entry, change) =>
        entry.type === 'forms' ? (
          <ChoiceOptions
            kind="form"
            label="Any of these forms"
            noun="form"
            chosenId={entry.ids}
            onChange={(ids) => change({ ...entry, ids })}
          />
        ) : (
          <OtherSource entry={entry} onChange={change} />
        )
      }
    </Alternatives>
  )
}

const SOURCES: Record<string, { label: string } & Pick<Source, 'source_type' | 'mechanism'>> = {
  any: { label: 'Any source' },
  form: { label: 'A form', source_type: 'form_subscription' },
  manual: { label: 'Added manually or imported', source_type: 'manual' },
  import: { label: 'An import', mechanism: 'import' },
  api: { label: 'An app or the API', source_type: 'api_subscription' },
}
const OTHER = 'other'

function OtherSource({ entry, onChange }: { entry: Source; onChange: (entry: Source) => void }) {
  const { source_type, mechanism, source_names = [], source_ids = [], mechanism_ids = [] } = entry
  const knownSource = Object.entries(SOURCES).find(
    ([, source]) => source.source_type === source_type && source.mechanism === mechanism,
  )
  const options = Object.entries(SOURCES).map(([value, { label }]) => ({ value, label }))
  const idCount = source_ids.length + mechanism_ids.length
  return (
    <div className="grid gap-3">
      <Field label="Source">
        <SelectInput
          value={knownSource?.[0] ?? OTHER}
          // Apps can store other sources.
          options={
            knownSource
              ? options
              : [...options, { value: OTHER, label: [source_type, mechanism].filter(Boolean).join(', ') }]
          }
          onChange={(value) => {
            const chosen = SOURCES[value]
            if (chosen) onChange({ ...entry, source_type: chosen.source_type, mechanism: chosen.mechanism })
          }}
        />
      </Field>
      <LinesField
        label="Source names"
        description={
          idCount > 0
            ? `One per line. Also limited to ${formatCount(idCount, 'id')} set by a program.`
            : 'One per line. Empty: any name.'
        }
        placeholder="Studio news"
        value={source_names}
        onChange={(names) => onChange({ ...entry, source_names: names.length > 0 ? names : undefined })}
      />
    </div>
  )
}
