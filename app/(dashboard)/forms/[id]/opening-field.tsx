import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import { InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import type { FormChange } from '@/server/modules/forms/settings-schema.ts'

/** Event that opens a form, or its version B. */
export const OpeningField = (props: {
  control: Control<z.input<typeof FormChange>, unknown, FormChange>
  name: 'settings.opens_on' | 'settings.version_b.opens_on'
  label: string
  description?: string | undefined
}) => (
  <InputField
    as={SelectInput}
    options={[
      { value: 'time', label: 'After some seconds' },
      { value: 'scroll', label: 'After scrolling down' },
      { value: 'exit', label: 'When the visitor is about to leave' },
      { value: 'click', label: 'Only after a click' },
    ]}
    {...props}
  />
)
