import Link from 'next/link'
import { useState } from 'react'
import {
  ArrowDown,
  ArrowUp,
  Copy,
  GripVertical,
  LayoutTemplate,
  Plus,
  Settings2,
  TextCursorInput,
  Trash2,
} from '@/components/generated/icons'
import { RowMenu } from '@/components/list/row-menu'
import { useReorder } from '@/components/list/use-reorder'
import { useHasRole } from '@/components/role'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { onDemand } from '@/components/ui/on-demand'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import type { Section } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import { addSection, freeId, moveSection, orderSections } from './page-changes'
import { remarksOf } from './remarks'
import { SECTION_KINDS, sectionWords } from './section-names'
import type { Draft } from './use-draft'

const TemplatePicker = onDemand(async () => (await import('./template-picker')).TemplatePicker)
const SectionPicker = onDemand(async () => (await import('./section-picker')).SectionPicker)

interface SectionListProps {
  draft: Draft
  context: LandingContext
  landing: LandingDetail
  /** `page` opens the page's settings, `form-box` opens version B's form. */
  onOpen: (id: string) => void
  onDelete: (id: string) => void
}

/** The sections in order. They are moved by dragging, with arrow keys, or in their menu. */
export function SectionList({ draft, context, landing, onOpen, onDelete }: SectionListProps) {
  const { page, edit } = draft
  const may_write = useHasRole('editor')
  const [announcement, setAnnouncement] = useState('')
  const [is_adding, setAdding] = useState(false)
  const [is_beginning, setBeginning] = useState(false)
  const ids = page.sections.map(({ id }) => id)
  const drag = useReorder(ids, (order) => edit(orderSections(page, order)))
  const shownSections = orderSections(page, drag.order).sections
  // The footer stays last.
  const count = shownSections.filter(({ kind }) => kind !== 'footer').length

  function move(id: string, by: -1 | 1) {
    const place = ids.indexOf(id) + by
    if (place < 0 || place >= count) return
    edit(moveSection(page, id, place))
    setAnnouncement(`Moved to position ${place + 1} of ${count}`)
  }
  function duplicate(section: Section) {
    const id = freeId(page)
    edit(addSection(page, { ...section, id }, section.id))
    setAnnouncement(`${SECTION_KINDS[section.kind]} duplicated`)
  }

  const remarks = remarksOf(page, context.pictures, landing)
  return (
    <>
      <ol aria-label="Sections" className="grid gap-1.5">
        {shownSections.map((section, index) => (
          <li
            key={section.id}
            data-reorder-id={section.id}
            className={cn(
              'flex min-w-0 items-center gap-1 rounded-xl border border-border bg-card pe-1.5 shadow-xs',
              drag.dragged === section.id && 'border-primary shadow-md',
            )}
          >
            {may_write && section.kind !== 'footer' ? (
              <button
                type="button"
                aria-label={`Move ${nameOf(section)}: position ${index + 1} of ${count}. Use the arrow keys.`}
                className="grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:text-foreground active:cursor-grabbing"
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
                  if (by === undefined) return
                  event.preventDefault()
                  move(section.id, by)
                }}
                {...drag.handle(section.id)}
              >
                <GripVertical aria-hidden className="size-4" />
              </button>
            ) : (
              <span className="w-3 shrink-0" />
            )}
            <button
              type="button"
              className="grid min-h-12 min-w-0 flex-1 content-center rounded-md py-2 text-start text-sm hover:text-primary-ink"
              onClick={() => onOpen(section.id)}
            >
              <span className="font-medium">{SECTION_KINDS[section.kind]}</span>
              <span className="truncate text-muted-foreground empty:hidden">{sectionWords(section)}</span>
            </button>
            {may_write ? (
              <RowMenu name={nameOf(section)}>
                {section.kind === 'footer' ? null : (
                  <>
                    <DropdownMenuItem
                      icon={ArrowUp}
                      label="Move up"
                      disabled={index === 0}
                      onSelect={() => move(section.id, -1)}
                    />
                    <DropdownMenuItem
                      icon={ArrowDown}
                      label="Move down"
                      disabled={index >= count - 1}
                      onSelect={() => move(section.id, 1)}
                    />
                    <DropdownMenuItem icon={Copy} label="Duplicate" onSelect={() => duplicate(section)} />
                  </>
                )}
                <DropdownMenuItem
                  icon={Trash2}
                  label="Delete"
                  variant="destructive"
                  onSelect={() => onDelete(section.id)}
                />
              </RowMenu>
            ) : null}
          </li>
        ))}
      </ol>
      {may_write ? (
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden /> Add section
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => onOpen('page')}>
        <Settings2 aria-hidden /> Title and sharing
      </Button>
      {page.form ? (
        <Button variant="outline" onClick={() => onOpen('form-box')}>
          <TextCursorInput aria-hidden /> Version B form
        </Button>
      ) : null}
      {page.form && may_write ? (
        <Button variant="ghost" onClick={() => setBeginning(true)}>
          <LayoutTemplate aria-hidden /> Begin with a template
        </Button>
      ) : null}
      {remarks.length > 0 ? (
        <section aria-labelledby="remarks" className="grid gap-2 text-sm">
          <h2 id="remarks" className="font-medium">
            Before you publish
          </h2>
          <ul className="grid list-disc gap-1 ps-5 text-muted-foreground">
            {remarks.map(({ text, link }) => (
              <li key={text}>
                {text}{' '}
                {link ? (
                  <Link href={link.href} className="font-medium text-primary-ink hover:underline">
                    {link.label}
                  </Link>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <TemplatePicker
        open={is_beginning}
        page={page}
        context={context}
        onClose={() => setBeginning(false)}
        onChoose={(next) => {
          setBeginning(false)
          edit(next)
        }}
      />
      <SectionPicker
        open={is_adding}
        context={context}
        has_footer={shownSections.some(({ kind }) => kind === 'footer')}
        onClose={() => setAdding(false)}
        onChoose={(section) => {
          const id = freeId(page)
          setAdding(false)
          edit(addSection(page, { ...section, id }))
          onOpen(id)
        }}
      />
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

const nameOf = (section: Section) => {
  const words = sectionWords(section).slice(0, 40)
  return words ? `${SECTION_KINDS[section.kind]} “${words}”` : SECTION_KINDS[section.kind]
}
