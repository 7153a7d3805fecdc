import { useEffect, useState } from 'react'
import { zoneOptions } from '@/components/time-zone-options'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { isTimeZone } from '@/server/lib/time/time-zone.ts'

interface TimeZoneChoiceProps {
  value: string
  onChange: (time_zone: string) => void
}

/** Suggests the browser’s time zone, with a link to change it. */
export function TimeZoneChoice({ value, onChange }: TimeZoneChoiceProps) {
  const [suggestion, setSuggestion] = useState<string>()
  const [choosing, setChoosing] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once in the browser, because the server does not know the time zone
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
    setSuggestion(zone)
    onChange(zone)
  }, [])

  if (choosing) {
    return (
      <Field label="Time zone">
        <SelectInput autoFocus value={value} onChange={onChange} options={zoneOptions} />
      </Field>
    )
  }
  return (
    <p className="min-h-5 text-muted-foreground text-sm">
      {suggestion ? (
        <>
          Time zone: <span className="font-medium text-foreground">{value.replaceAll('_', ' ')}</span>.{' '}
          <button
            type="button"
            onClick={() => setChoosing(true)}
            className="rounded-sm font-medium text-primary-ink underline decoration-primary-ink/35 underline-offset-4 hover:decoration-current"
          >
            Change
          </button>
        </>
      ) : null}
    </p>
  )
}
