import { Trash2 } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import type { Section } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import { FooterFields, FormFields, HeroFields, PictureFields, TextFields } from './fields'
import { ListFields, TestimonialFields } from './item-fields'
import { changeSection } from './page-changes'
import { Choice, Panel } from './panel'
import { SECTION_KINDS } from './section-names'
import type { Draft } from './use-draft'

interface SectionPanelProps {
  draft: Draft
  landing: LandingDetail
  section: Section
  onClose: () => void
  /** Opens version B's form. */
  onEditForm: () => void
  onDelete: () => void
}

const BACKGROUND_LABELS = { plain: 'Plain', tint: 'Tinted', accent: 'Your accent color', dark: 'Dark' } as const

export function SectionPanel({ draft, landing, section, onClose, onEditForm, onDelete }: SectionPanelProps) {
  const change = (part: object, about?: string) =>
    draft.edit(
      changeSection(draft.page, { ...section, ...part } as Section),
      about === undefined ? undefined : `${section.id}.${about}`,
    )
  const editing = { draft, change }
  return (
    <Panel title={SECTION_KINDS[section.kind]} onClose={onClose}>
      {section.kind === 'hero' ? <HeroFields {...editing} section={section} /> : null}
      {section.kind === 'text' ? <TextFields {...editing} section={section} /> : null}
      {section.kind === 'picture' ? <PictureFields {...editing} section={section} /> : null}
      {section.kind === 'list' ? <ListFields {...editing} section={section} /> : null}
      {section.kind === 'testimonial' ? <TestimonialFields {...editing} section={section} /> : null}
      {section.kind === 'form' ? (
        <FormFields {...editing} section={section} form_id={landing.id} onEditForm={onEditForm} />
      ) : null}
      {section.kind === 'footer' ? <FooterFields {...editing} section={section} /> : null}
      <Choice
        label="Background"
        value={section.background}
        options={BACKGROUND_LABELS}
        onChange={(background) => change({ background })}
      />
      <Button variant="outline" className="justify-self-start" onClick={onDelete}>
        <Trash2 aria-hidden /> Delete section
      </Button>
    </Panel>
  )
}
