import { Dialog } from '@/components/ui/dialog'
import { pageOf } from '@/server/lib/page/landing/blank.ts'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import type { Section } from '@/server/lib/page/landing/document.ts'
import { SECTION_SAMPLES } from '@/server/lib/page/landing/samples.ts'
import { DrawnChoice } from './drawn-choice'

interface SectionPickerProps {
  open: boolean
  context: LandingContext
  has_footer: boolean
  onClose: () => void
  onChoose: (section: Section) => void
}

const SAMPLES = SECTION_SAMPLES.map((sample) => ({ ...sample, page: pageOf({ has_name: false }, [sample.section]) }))

/** Sections to add, each drawn as it will look. */
export function SectionPicker({ open, context, has_footer, onClose, onChoose }: SectionPickerProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a section"
      description="You can change its words and its look."
      className="sm:max-w-4xl"
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {SAMPLES.filter(({ section }) => !(has_footer && section.kind === 'footer')).map(
          ({ label, purpose, section, page }) => (
            <li key={label} className="min-w-0">
              <DrawnChoice
                label={label}
                purpose={purpose}
                page={page}
                context={context}
                className="h-32"
                onClick={() => onChoose(section)}
              />
            </li>
          ),
        )}
      </ul>
    </Dialog>
  )
}
