import { Dialog } from '@/components/ui/dialog'
import type { LandingContext } from '@/server/lib/page/landing/context.ts'
import type { LandingPage } from '@/server/lib/page/landing/document.ts'
import { LANDING_TEMPLATES } from '@/server/lib/page/landing/templates/gallery.ts'
import { DrawnChoice } from './drawn-choice'

interface TemplatePickerProps {
  open: boolean
  page: LandingPage
  context: LandingContext
  onClose: () => void
  onChoose: (page: LandingPage) => void
}

/** Templates to start a version with, each drawn with the page's form. */
export function TemplatePicker({ open, page, context, onClose, onChoose }: TemplatePickerProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Begin with a template"
      description="It replaces the sections of this version and the words of its form. You can undo it."
      className="sm:max-w-4xl"
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {LANDING_TEMPLATES.map(({ name, label, purpose, page: { sections, promises_file }, form }) => (
          <li key={name} className="min-w-0">
            <DrawnChoice
              label={label}
              purpose={purpose}
              context={context}
              page={{ ...page, sections }}
              className="h-48"
              onClick={() => {
                const { heading, description, button_label } = form
                const own = page.form && { ...page.form, heading, description, button_label }
                onChoose({ ...page, title: '', description: '', sections, form: own, promises_file })
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
