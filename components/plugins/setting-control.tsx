import { Checkbox } from '@/components/ui/checkbox'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NumberInput } from '@/components/ui/number-input'
import { RadioGroup, RadioGroupItem } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { SettingField } from '@/server/modules/apps/plugin-schema.ts'
import type { SettingValue } from '@/server/modules/plugins/settings-schema.ts'
import { DynamicSelect, OptionSearch, type SettingControlProps } from './option-controls'

/** One field with its label, help and error. */
export function SettingControl(props: SettingControlProps) {
  const { field, value, problem, onChange } = props
  const frame = { label: field.label, description: field.help, error: problem, optional: !field.required }
  if (field.type === 'toggle') {
    return (
      <Field {...frame} optional={false} layout="inline">
        <Switch checked={value === true} onCheckedChange={onChange} />
      </Field>
    )
  }
  if (field.type === 'search') return <OptionSearch {...props} field={field} />
  return <Field {...frame}>{controlOf(props)}</Field>
}

function controlOf({ plugin_id, field, value, values, onChange }: SettingControlProps) {
  const text = typeof value === 'string' ? value : ''
  switch (field.type) {
    case 'textarea':
      return (
        <Textarea
          rows={4}
          value={text}
          placeholder={field.placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'number':
      return <NumberSetting field={field} value={value} onChange={onChange} />
    case 'slider':
      return <Slider field={field} value={value} onChange={onChange} />
    case 'color':
      return <ColorInput allow_transparent={field.allow_transparent} value={text} onChange={onChange} />
    case 'date':
      return <DateTimeInput value={text || null} onChange={onChange} />
    case 'select':
      return (
        <SelectInput
          value={text}
          onChange={onChange}
          placeholder={field.placeholder ?? 'Choose…'}
          options={field.required ? field.options : [{ label: '–', value: '' }, ...field.options]}
        />
      )
    case 'radio':
      return (
        <RadioGroup aria-label={field.label} value={text} onValueChange={onChange}>
          {field.options.map((option) => (
            <Label key={option.value} className="font-normal">
              <RadioGroupItem value={option.value} /> {option.label}
            </Label>
          ))}
        </RadioGroup>
      )
    case 'font':
      return (
        <SelectInput
          value={text}
          onChange={onChange}
          placeholder={field.placeholder ?? 'Choose a font'}
          options={[...new Set([...(text ? [text] : []), ...FONTS])].map((font) => ({
            label: fontName(font),
            value: font,
          }))}
        />
      )
    case 'dynamic_select':
      return <DynamicSelect plugin_id={plugin_id} field={field} value={text} values={values} onChange={onChange} />
    default:
      return (
        <Input
          value={text}
          placeholder={'placeholder' in field ? field.placeholder : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

/** Fonts installed on most devices, because emails can’t include fonts. */
const FONTS = [
  'Arial, Helvetica, sans-serif',
  'Georgia, serif',
  'Helvetica, Arial, sans-serif',
  'Palatino, Georgia, serif',
  'Tahoma, Verdana, sans-serif',
  'Times New Roman, Times, serif',
  'Trebuchet MS, Tahoma, sans-serif',
  'Verdana, Geneva, sans-serif',
  'Courier New, Courier, monospace',
]
const fontName = (font: string) => font.split(',')[0] ?? font

interface Bound<Type extends SettingField['type']> {
  field: Extract<SettingField, { type: Type }>
  value: SettingValue
  onChange: (value: SettingValue) => void
}

/** Props that Field passes to its control. */
type Slotted = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }

function NumberSetting({ field, value, onChange, ...slotted }: Bound<'number'> & Slotted) {
  return (
    <NumberInput
      {...slotted}
      has_fractions
      min={field.min ?? Number.MIN_SAFE_INTEGER}
      max={field.max}
      className="figures"
      placeholder={field.placeholder}
      value={value}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
    />
  )
}

function Slider({ field, value, onChange, ...slotted }: Bound<'slider'> & Slotted) {
  const current = typeof value === 'number' ? value : (field.default ?? field.min)
  return (
    <div className="flex items-center gap-3">
      <input
        {...slotted}
        type="range"
        className="h-9.5 w-full min-w-0 accent-primary max-md:h-11"
        min={field.min}
        max={field.max}
        step={field.step}
        value={current}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output className="figures shrink-0 text-sm">
        {current}
        {field.suffix ? ` ${field.suffix}` : ''}
      </output>
    </div>
  )
}

interface ColorInputProps extends Slotted {
  allow_transparent: boolean
  value: string
  onChange: (value: SettingValue) => void
}

function ColorInput({ allow_transparent, value, onChange, ...slotted }: ColorInputProps) {
  const transparent = value === 'transparent'
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <input
          type="color"
          aria-label="Choose color"
          className="h-9.5 w-12 shrink-0 cursor-pointer rounded-lg border border-input bg-card p-1 disabled:opacity-50 max-md:h-11"
          disabled={transparent}
          value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
        <Input
          {...slotted}
          className="font-mono text-sm"
          placeholder="#1f2937"
          maxLength={11}
          disabled={transparent}
          value={transparent ? '' : value}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </div>
      {allow_transparent ? (
        <Label className="font-normal text-sm">
          <Checkbox checked={transparent} onCheckedChange={(on) => onChange(on === true ? 'transparent' : null)} />
          Transparent
        </Label>
      ) : null}
    </div>
  )
}
