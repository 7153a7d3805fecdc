import { useWatch } from 'react-hook-form'
import { Card, CardHeader, SectionCard } from '@/components/ui/card'
import { FormField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import {
  FREQUENCIES,
  OPEN_AFTER_PERCENT,
  OPEN_AFTER_SECONDS,
  OPENINGS,
  SHOWS_AGAIN_DAYS,
} from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'

/** Edits when, how often and on which pages a form opens. */
export function BehaviorCard({ control, is_hosted }: { control: DesignControl; is_hosted: boolean }) {
  const format = useWatch({ control, name: 'format' })
  if (is_hosted)
    return (
      <Card>
        <CardHeader title="Behavior" description="A landing page has its own address, so nothing has to open it." />
      </Card>
    )
  return (
    <SectionCard title="Behavior" className="grid gap-5">
      {format === 'inline' ? null : <Opening control={control} />}
      <Paths
        control={control}
        name="settings.shown_on"
        label="Show only on these pages"
        description="One path per line, such as /blog or /blog/*. Leave empty for every page with the script."
      />
      <Paths
        control={control}
        name="settings.hidden_on"
        label="Never show on these pages"
        description="One path per line. A click on a link to the form still opens it."
      />
    </SectionCard>
  )
}

function Opening({ control }: { control: DesignControl }) {
  const [opens_on, shows_again] = useWatch({ control, name: ['settings.opens_on', 'settings.shows_again'] })
  return (
    <>
      <FormField
        control={control}
        name="settings.opens_on"
        label="Opens"
        description={
          opens_on === 'exit'
            ? 'Phones and tablets have no pointer: there it opens when a visitor scrolls back up, or after a minute.'
            : opens_on === 'click'
              ? 'With a link or button on your site. The Share tab has it.'
              : undefined
        }
      >
        {({ value, onChange, ...field }) => (
          <SelectInput
            {...field}
            value={value}
            onChange={(next) => onChange(OPENINGS.find((known) => known === next))}
            options={[
              { value: 'time', label: 'After some seconds' },
              { value: 'scroll', label: 'After scrolling down' },
              { value: 'exit', label: 'When the visitor is about to leave' },
              { value: 'click', label: 'Only after a click' },
            ]}
          />
        )}
      </FormField>
      {opens_on === 'time' ? (
        <WholeNumber
          control={control}
          name="settings.open_after_seconds"
          range={OPEN_AFTER_SECONDS}
          label="Delay in seconds"
        />
      ) : null}
      {opens_on === 'scroll' ? (
        <WholeNumber
          control={control}
          name="settings.open_after_percent"
          range={OPEN_AFTER_PERCENT}
          label="Scroll percentage"
        />
      ) : null}
      <FormField
        control={control}
        name="settings.shows_again"
        label="After a visitor closed it"
        description="Kept in the visitor’s browser, without cookies. Visitors who signed up do not see it again."
      >
        {({ value, onChange, ...field }) => (
          <SelectInput
            {...field}
            value={value}
            onChange={(next) => onChange(FREQUENCIES.find((known) => known === next))}
            options={[
              { value: 'always', label: 'Show it on every visit' },
              { value: 'days', label: 'Show it again after some days' },
              { value: 'never', label: 'Never show it again' },
            ]}
          />
        )}
      </FormField>
      {shows_again === 'days' ? (
        <WholeNumber control={control} name="settings.shows_again_days" range={SHOWS_AGAIN_DAYS} label="Days" />
      ) : null}
    </>
  )
}

interface NumberProps {
  control: DesignControl
  name: 'settings.open_after_seconds' | 'settings.open_after_percent' | 'settings.shows_again_days'
  range: { min: number; max: number }
  label: string
}

function WholeNumber({ control, name, range, label }: NumberProps) {
  return (
    <FormField control={control} name={name} label={label}>
      {(field) => <NumberInput {...field} {...range} className="max-w-28" />}
    </FormField>
  )
}

interface PathsProps {
  control: DesignControl
  name: 'settings.shown_on' | 'settings.hidden_on'
  label: string
  description: string
}

function Paths({ control, name, label, description }: PathsProps) {
  return (
    <FormField control={control} name={name} label={label} description={description} optional>
      {({ value, onChange, onBlur, ...field }) => (
        <Textarea
          {...field}
          rows={2}
          value={(value ?? []).join('\n')}
          onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
          onBlur={() => {
            onChange((value ?? []).map((path) => path.trim()).filter((path) => path !== ''))
            onBlur()
          }}
        />
      )}
    </FormField>
  )
}
