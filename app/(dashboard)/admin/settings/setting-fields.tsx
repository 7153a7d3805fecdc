import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader } from '@/components/ui/card'
import { Input } from '@/components/ui/input'

interface SectionProps {
  title: string
  description: string
  /** For links to it. */
  id?: string
  children: ReactNode
}

/** Settings about one subject. */
export function Section({ title, description, id, children }: SectionProps) {
  return (
    <Card id={id} className="scroll-mt-20">
      <CardHeader title={title} description={description} />
      <CardContent className="grid gap-5">{children}</CardContent>
    </Card>
  )
}

interface NumberInputProps {
  value: number | undefined
  onChange: (value: number) => void
}

export function NumberInput({ value, onChange, ...props }: NumberInputProps) {
  return (
    <Input
      {...props}
      type="number"
      inputMode="numeric"
      className="figures w-40"
      value={value === undefined || Number.isNaN(value) ? '' : value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
