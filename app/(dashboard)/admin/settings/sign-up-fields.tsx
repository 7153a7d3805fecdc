import { type ComponentProps, useState } from 'react'
import type { Control } from 'react-hook-form'
import { FormField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { InstanceSettings } from '@/server/core/instance/settings-schema.ts'
import { usePlans } from '../plans/use-plans'
import { Section, settingProps } from './setting-fields'

const BY_ENVIRONMENT = { value: 'none', label: 'SIGN_UP_PLAN from the environment' }

export function SignUpFields({ control }: { control: Control<InstanceSettings> }) {
  const open = usePlans().plans.filter(({ is_archived }) => !is_archived)
  return (
    <Section title="Sign-up" description="Who can create an account on this server.">
      <FormField {...settingProps(control, 'sign_up')}>
        {({ value, onChange, ref: _ref, ...field }) => (
          <RadioGroup {...field} value={value} onValueChange={onChange}>
            <RadioCard value="open" title="Open" description="Everyone can create an account." />
            <RadioCard value="invitation" title="By invitation" description="Only users you invite below." />
            <RadioCard value="closed" title="Closed" description="No one. Members can still be invited to accounts." />
          </RadioGroup>
        )}
      </FormField>
      <FormField
        {...settingProps(control, 'sign_up_domains')}
        optional
        description="One per line, such as example.com. Only these addresses can sign up. Invitations work for every domain."
      >
        {({ value, ...field }) => <DomainsInput {...field} value={value ?? []} />}
      </FormField>
      <FormField {...settingProps(control, 'default_plan')}>
        {({ value, onChange, ...field }) => (
          <SelectInput
            {...field}
            value={value || 'none'}
            onChange={(plan) => onChange(plan === 'none' ? '' : plan)}
            options={[BY_ENVIRONMENT, ...open.map(({ key, name }) => ({ value: key, label: name }))]}
          />
        )}
      </FormField>
    </Section>
  )
}

interface DomainsInputProps extends Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> {
  value: string[]
  onChange: (domains: string[]) => void
}

const domainsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Keeps the text as typed until the form's domains change, such as after saving or discarding. */
function DomainsInput({ value, onChange, ...props }: DomainsInputProps) {
  const [typed, setTyped] = useState('')
  const text = domainsIn(typed).join() === value.join() ? typed : value.join('\n')
  return (
    <Textarea
      {...props}
      rows={3}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(domainsIn(event.target.value))
      }}
    />
  )
}
