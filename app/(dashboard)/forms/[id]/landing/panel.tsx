import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { ArrowLeft, Bold, Italic, Link2, List } from '@/components/generated/icons'
import { linkTarget } from '@/components/link-target'
import { PictureField } from '@/components/media/picture-field'
import { focusPanel } from '@/components/typing/follow'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { LANDING_BOUNDS } from '@/server/lib/page/landing/bounds.ts'
import { isLinkTarget } from '@/server/lib/page/landing/document.ts'
import type { Draft } from './use-draft'

/** Settings of a section or the page, replacing the list. */
export function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // On touch screens, a focused text would open the keyboard, which covers the panel.
    const is_text = matchMedia('(pointer: fine)').matches
    // Its opener in the list is gone, or is in the preview.
    if (panel.current && document.activeElement?.matches('body, iframe')) focusPanel(panel.current, { is_text })
  }, [])
  return (
    <section ref={panel} tabIndex={-1} aria-label={title} className="grid gap-5 outline-none">
      <div className="flex items-center gap-1">
        <IconButton icon={ArrowLeft} label="All sections" onClick={onClose} />
        <h2 className="font-semibold">{title}</h2>
      </div>
      {children}
    </section>
  )
}

interface LineProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'value'> {
  label: string
  value: string
  description?: string
  onChange: (value: string) => void
}

export function Line({ label, value, description, onChange, ...input }: LineProps) {
  return (
    <Field label={label} description={description}>
      <Input
        autoComplete="off"
        maxLength={LANDING_BOUNDS.heading}
        {...input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface WordsProps {
  label: string
  value: string
  rows?: number
  max?: number
  onChange: (value: string) => void
}

/** A text area with formatting buttons. */
export function Words({ label, value, rows = 4, max = LANDING_BOUNDS.text, onChange }: WordsProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  function mark(before: string, after: string) {
    const { selectionStart: from = value.length, selectionEnd: to = from } = area.current ?? {}
    const chosen = value.slice(from, to) || 'text'
    onChange(`${value.slice(0, from)}${before}${chosen}${after}${value.slice(to)}`.slice(0, max))
    const start = from + before.length
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(start, start + chosen.length)
    })
  }
  const tool = (name: string, icon: ReactNode, before: string, after: string) => (
    <Button variant="ghost" size="icon-sm" aria-label={`${name}: ${label}`} onClick={() => mark(before, after)}>
      {icon}
    </Button>
  )
  return (
    <Field
      label={label}
      aside={
        <span className="flex gap-0.5">
          {tool('Bold', <Bold aria-hidden />, '**', '**')}
          {tool('Italic', <Italic aria-hidden />, '*', '*')}
          {tool('Link', <Link2 aria-hidden />, '[', '](https://)')}
          {tool('List', <List aria-hidden />, '\n\n- ', '')}
        </span>
      }
    >
      <Textarea
        ref={area}
        rows={rows}
        maxLength={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const entries = Object.entries(options) as [Value, string][]
  return (
    <Field label={label}>
      <SelectInput
        value={value}
        options={entries.map(([name, text]) => ({ value: name, label: text }))}
        onChange={(next) => onChange(next as Value)}
      />
    </Field>
  )
}

/** Edits a URL. Invalid input stays in the field and is not stored. */
export function Address({ label, value, description, onChange }: Omit<LineProps, 'maxLength'>) {
  const [entry, setEntry] = useState(value)
  const [is_left, setLeft] = useState(false)
  const is_good = entry === '' || isLinkTarget(entry)
  return (
    <Field
      label={label}
      description={description}
      error={is_left && !is_good ? 'Enter an address that starts with https://' : undefined}
    >
      <Input
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        maxLength={LANDING_BOUNDS.url}
        value={entry}
        onChange={({ target }) => {
          setEntry(target.value)
          setLeft(false)
          const next = target.value.trim()
          if (next === '' || isLinkTarget(next)) onChange(next)
        }}
        onBlur={() => {
          setLeft(true)
          const whole = is_good ? undefined : linkTarget(entry)
          if (!whole || !isLinkTarget(whole)) return
          setEntry(whole)
          onChange(whole)
        }}
      />
    </Field>
  )
}

interface SectionPictureProps {
  label: string
  draft: Draft
  value: number | null
  onChange: (id: number | null) => void
}

/** The image of a section. */
export function SectionPicture({ label, draft, value, onChange }: SectionPictureProps) {
  return (
    <PictureField
      label={label}
      current={value === null ? undefined : draft.pictures.get(value)}
      is_chosen={value !== null}
      onRemove={() => onChange(null)}
      onChoose={(picture) => {
        draft.addPicture(picture)
        onChange(picture.id)
      }}
    />
  )
}
