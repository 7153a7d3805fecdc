import { formatNumber } from '@/components/format'
import { subscriberStates } from '@/components/status-badge'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { t } from '@/server/lib/locale/texts.ts'
import type { FoundWord } from '@/server/modules/imports/preview-schema.ts'
import type { StateColumn } from '@/server/modules/imports/schema.ts'
import { STATES } from '@/server/modules/subscribers/values-schema.ts'

interface StateWordsProps {
  column: StateColumn
  /** Words in the first rows, unknown ones first. */
  words: readonly FoundWord[]
  onChange: (column: StateColumn) => void
}

/** Maps each word of a state column to a state. The user decides on unknown words. */
export function StateWords({ column, words, onChange }: StateWordsProps) {
  if (words.length === 0) return null
  const options = STATES.map((value) => ({ value, label: subscriberStates[value].label }))
  return (
    <ul className="grid gap-2">
      {words.map(({ folded, word, count, state, is_known }) => (
        <li key={folded} className="grid grid-cols-[2fr_3fr] items-start gap-x-3">
          <span className="grid min-w-0 py-1.5 text-sm">
            <span className="truncate">{word === '' ? <i>Empty</i> : word}</span>
            <span className="figures text-muted-foreground text-xs">
              {formatNumber(count)} {count === 1 ? t`row` : t`rows`}
            </span>
          </span>
          <Field
            label={word === '' ? 'State for an empty cell' : t`State for “${word}”`}
            hideLabel
            error={is_known ? undefined : 'Not known. Not active until you decide.'}
          >
            <SelectInput
              value={is_known ? state : undefined}
              placeholder="Choose a state"
              options={options}
              onChange={(value) => {
                const chosen = STATES.find((one) => one === value)
                if (chosen) onChange({ ...column, words: { ...column.words, [folded]: chosen } })
              }}
            />
          </Field>
        </li>
      ))}
    </ul>
  )
}
