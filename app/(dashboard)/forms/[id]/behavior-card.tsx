import { useWatch } from 'react-hook-form'
import { Card, CardHeader, SectionCard } from '@/components/ui/card'
import { FormField, InputField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { OPEN_AFTER_PERCENT, OPEN_AFTER_SECONDS, SHOWS_AGAIN_DAYS } from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'
import { OpeningField } from './opening-field'

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
      <OpeningField
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
      />
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
      <InputField
        as={SelectInput}
        control={control}
        name="settings.shows_again"
        label="After a visitor closed it"
        description="Kept in the visitor’s browser, without cookies. Visitors who signed up do not see it again."
        options={[
          { value: 'always', label: 'Show it on every visit' },
          { value: 'days', label: 'Show it again after some days' },
          { value: 'never', label: 'Never show it again' },
        ]}
      />
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
  return <InputField as={NumberInput} control={control} name={name} label={label} {...range} className="max-w-28" />
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
