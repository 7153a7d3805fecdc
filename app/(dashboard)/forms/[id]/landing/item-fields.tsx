import { type ReactNode, useState } from 'react'
import { ArrowDown, ArrowUp, Plus, X } from '@/components/generated/icons'
import { moved } from '@/components/list/use-reorder'
import { Button, IconButton } from '@/components/ui/button'
import { LANDING_BOUNDS } from '@/server/lib/page/landing/bounds.ts'
import type { ListSection, TestimonialSection } from '@/server/lib/page/landing/document.ts'
import type { FieldsProps } from './fields-props'
import { Address, Choice, Line, SectionPicture, Words } from './panel'

interface ItemsProps<Item extends object> {
  noun: string
  items: readonly Item[]
  maxItems: number
  blank: Item
  onChange: (items: Item[], about?: string) => void
  children: (item: Item, set: (part: Partial<Item>, about?: string) => void) => ReactNode
}

/** A section's items, each with its fields and buttons to move and remove it. */
export function Items<Item extends object>({ noun, items, maxItems, blank, onChange, children }: ItemsProps<Item>) {
  // Fields keep their own text, so each item has a key that moves with it.
  const [names, setNames] = useState(() => items.map((_, at) => at))
  const [next, setNext] = useState(items.length)
  const rows = items.map((item, at) => ({ item, at, name: names[at] ?? `more-${at}` }))
  const move = (at: number, to: number) => {
    const order = moved(
      items.map((_, place) => place),
      at,
      to,
    )
    setNames(order.flatMap((place) => names[place] ?? []))
    onChange(order.flatMap((place) => items[place] ?? []))
  }
  return (
    <div className="grid gap-3">
      {rows.map(({ item, at, name }) => (
        <fieldset key={name} className="grid gap-3 rounded-xl border border-border p-3">
          <legend className="sr-only">
            {noun} {at + 1}
          </legend>
          <div className="flex items-center justify-between text-muted-foreground text-sm">
            {at + 1}
            <span className="flex">
              <IconButton
                icon={ArrowUp}
                label={`Move ${noun} ${at + 1} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${noun} ${at + 1} down`}
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                icon={X}
                label={`Remove ${noun} ${at + 1}`}
                onClick={() => {
                  setNames(names.filter((_, place) => place !== at))
                  onChange(items.filter((_, place) => place !== at))
                }}
              />
            </span>
          </div>
          {children(item, (part, about) =>
            onChange(
              items.map((one, place) => (place === at ? { ...one, ...part } : one)),
              about === undefined ? undefined : `${at}.${about}`,
            ),
          )}
        </fieldset>
      ))}
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={items.length >= maxItems}
        onClick={() => {
          setNames([...names, next])
          setNext(next + 1)
          onChange([...items, blank])
        }}
      >
        <Plus aria-hidden /> Add {noun}
      </Button>
    </div>
  )
}

const LOOKS = {
  checks: 'Check marks',
  numbers: 'Numbered steps',
  cards: 'Cards',
  questions: 'Questions that open',
  links: 'Link buttons',
} as const

export function ListFields({ section, change }: FieldsProps<ListSection>) {
  return (
    <>
      <Choice label="Look" value={section.look} options={LOOKS} onChange={(look) => change({ look })} />
      <Line label="Heading" value={section.heading} onChange={(heading) => change({ heading }, 'heading')} />
      <Words label="Text" rows={2} value={section.text} onChange={(text) => change({ text }, 'text')} />
      <Items
        noun="item"
        items={section.items}
        maxItems={LANDING_BOUNDS.items}
        blank={{ title: '', text: '', url: '' }}
        onChange={(items, about) => change({ items }, about)}
      >
        {(item, set) => (
          <>
            <Line label="Title" value={item.title} onChange={(title) => set({ title }, 'title')} />
            <Words label="Text" rows={2} value={item.text} onChange={(text) => set({ text }, 'text')} />
            {section.look === 'questions' ? null : (
              <Address label="Link" value={item.url} onChange={(url) => set({ url }, 'url')} />
            )}
          </>
        )}
      </Items>
    </>
  )
}

export function TestimonialFields({ draft, section, change }: FieldsProps<TestimonialSection>) {
  return (
    <>
      <Line label="Heading" value={section.heading} onChange={(heading) => change({ heading }, 'heading')} />
      <Items
        noun="testimonial"
        items={section.items}
        maxItems={LANDING_BOUNDS.quotes}
        blank={{ quote: '', name: '', role: '', picture_id: null }}
        onChange={(items, about) => change({ items }, about)}
      >
        {(item, set) => (
          <>
            <Words label="Quote" value={item.quote} onChange={(quote) => set({ quote }, 'quote')} />
            <Line
              label="Name"
              maxLength={LANDING_BOUNDS.label}
              value={item.name}
              onChange={(name) => set({ name }, 'name')}
            />
            <Line label="Role" value={item.role} onChange={(role) => set({ role }, 'role')} />
            <SectionPicture
              label="Portrait"
              draft={draft}
              value={item.picture_id}
              onChange={(picture_id) => set({ picture_id })}
            />
          </>
        )}
      </Items>
    </>
  )
}
