import { type ReactNode, useState } from 'react'
import { Plus, X } from '@/components/generated/icons'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'

interface AlternativesProps<Entry> {
  label: string
  entries: readonly Entry[]
  onChange: (entries: Entry[]) => void
  /** Kinds of entries that can be added. */
  offers: { label: string; make: () => Entry }[]
  children: (entry: Entry, change: (entry: Entry) => void) => ReactNode
}

/** Groups of conditions, at least one of which a subscriber must match. */
export function Alternatives<Entry>({ label, entries, onChange, offers, children }: AlternativesProps<Entry>) {
  return (
    <section aria-label={label} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no ID and are identified by position
        <div key={index} className="grid gap-2">
          {index > 0 ? <span className="text-muted-foreground text-sm">or</span> : null}
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
            {children(entry, (next) => onChange(entries.map((one, other) => (other === index ? next : one))))}
            <IconButton
              icon={X}
              label={`Remove group ${index + 1}`}
              onClick={() => onChange(entries.filter((_, other) => other !== index))}
            />
          </div>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {offers.map(({ label: name, make }) => (
          <Button key={name} variant="ghost" size="sm" onClick={() => onChange([...entries, make()])}>
            <Plus aria-hidden /> or {name}
          </Button>
        ))}
      </div>
    </section>
  )
}

interface LinesFieldProps {
  label: string
  description?: string
  placeholder?: string
  value: readonly string[]
  onChange: (lines: string[]) => void
}

/** Edits several texts, one per line. Blank lines are ignored but stay visible. */
export function LinesField({ label, description, placeholder, value, onChange }: LinesFieldProps) {
  const [typed, setTyped] = useState(value.join('\n'))
  return (
    <Field label={label} description={description}>
      <Textarea
        rows={2}
        value={typed}
        placeholder={placeholder}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(event.target.value.split('\n').flatMap((line) => line.trim() || []))
        }}
      />
    </Field>
  )
}
