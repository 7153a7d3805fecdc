import { useQueryState } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { ActionBar } from '@/components/action-bar'
import { ConflictBar } from '@/components/email-editor/conflict-bar'
import { Monitor, Moon, Smartphone, Sun } from '@/components/generated/icons'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { EditableBy } from '@/components/role'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { toastWithUndo } from '@/components/undo-toast'
import { useIsWide } from '@/components/use-is-wide'
import { showsForm } from '@/server/lib/page/landing/document.ts'
import type { EditedVersion, LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import { landingContext } from '../../landing/landing-context'
import { removeSection, restoreSection } from './page-changes'
import { EDITED } from './queries'
import { SectionList } from './section-list'
import { SECTION_KINDS } from './section-names'
import { TopBar } from './top-bar'
import { useDraft, type Variant } from './use-draft'

const RenderedPage = onDemand(async () => (await import('../../landing/rendered-page')).RenderedPage)
const SectionPanel = onDemand(async () => (await import('./section-panel')).SectionPanel)
const FormPanel = onDemand(async () => (await import('./form-panel')).FormPanel)
const PagePanel = onDemand(async () => (await import('./page-panel')).PagePanel)

interface BuilderProps {
  landing: LandingDetail
  variant: Variant
  draft: EditedVersion['draft']
  /** Receives a function that saves changes, for use before another version is displayed. */
  onFlushable: (flush: () => Promise<void>) => void
  /** Starts again with the stored page after loading it and discarding the changes. Throws if it cannot be loaded. */
  onReload: (discard: () => void) => Promise<void>
}

/** Sections on the left and the page on the right; on phones, one at a time. */
export function Builder({ landing, variant, draft: stored, onFlushable, onReload }: BuilderProps) {
  const draft = useDraft(landing, variant, stored)
  const { page, edit, flush } = draft
  useEffect(() => onFlushable(flush), [onFlushable, flush])
  const [openPanel, setOpenPanel] = useQueryState('at', EDITED.at)
  const is_wide = useIsWide()
  const [is_phone = !is_wide, setPhone] = useState<boolean>()
  const [is_dark, setDark] = useState(false)
  const [is_preview, setPreview] = useState(false)
  const context = useMemo(() => {
    const { account_name, style, links, settings, fields, consents } = landing
    const formBox = page.form
    const words = formBox && {
      heading: formBox.heading || settings.heading,
      description: formBox.description,
      button_label: formBox.button_label || settings.button_label,
    }
    const labeled = fields.map((field) => ({
      ...field,
      label: formBox?.labels[field.id ?? 'first_name'] || field.label,
    }))
    const form = { ...settings, ...words, fields: labeled, consents, picture: null }
    return landingContext({ account_name, style, links, pictures: draft.pictures, form, color: formBox ?? settings })
  }, [landing, draft.pictures, page.form])
  const selectedSection = page.sections.find(({ id }) => id === openPanel)
  useShortcut('mod+z', { label: 'Undo', group: 'Landing page', run: draft.undo })
  useShortcut('mod+shift+z', { label: 'Redo', group: 'Landing page', run: draft.redo })

  function remove(id: string) {
    const place = page.sections.findIndex((section) => section.id === id)
    const section = page.sections[place]
    if (!section) return
    void setOpenPanel(null)
    edit(removeSection(page, id))
    toastWithUndo(`${SECTION_KINDS[section.kind]} deleted`, async () =>
      draft.amend((now) => restoreSection(now, section, place)),
    )
  }

  return (
    <>
      <TopBar landing={landing} draft={draft} context={context} onReload={() => onReload(draft.discard)} />
      <ConflictBar
        saving={{
          conflict: draft.conflict,
          resolve: (wins) => (wins === 'theirs' ? onReload(draft.discard) : draft.resolve('mine')),
        }}
      >
        Your changes are on this page only. If you load theirs, yours are lost. If you keep yours, theirs stay in the
        history.
      </ConflictBar>
      <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={cn('grid min-w-0 gap-5', is_preview && 'max-lg:hidden')}>
          <EditableBy atLeast="editor">
            {selectedSection ? (
              <SectionPanel
                key={selectedSection.id}
                draft={draft}
                landing={landing}
                section={selectedSection}
                onClose={() => void setOpenPanel(null)}
                onEditForm={() => void setOpenPanel('form-box')}
                onDelete={() => remove(selectedSection.id)}
              />
            ) : openPanel === 'page' ? (
              <PagePanel draft={draft} onClose={() => void setOpenPanel(null)} />
            ) : openPanel === 'form-box' && page.form ? (
              <FormPanel draft={draft} landing={landing} form={page.form} onClose={() => void setOpenPanel(null)} />
            ) : (
              <SectionList
                draft={draft}
                context={context}
                landing={landing}
                onOpen={(id) => void setOpenPanel(id)}
                onDelete={remove}
              />
            )}
          </EditableBy>
        </div>
        <section
          aria-label="Preview"
          className={cn('grid min-w-0 gap-3 lg:sticky lg:top-4', !is_preview && 'max-lg:hidden')}
        >
          <div className="flex items-center justify-between gap-2">
            <div className="flex gap-1">
              <Toggle
                label="Desktop"
                is_on={!is_phone}
                onClick={() => setPhone(false)}
                icon={<Monitor aria-hidden />}
              />
              <Toggle label="Phone" is_on={is_phone} onClick={() => setPhone(true)} icon={<Smartphone aria-hidden />} />
            </div>
            <Button variant="ghost" size="sm" aria-pressed={is_dark} onClick={() => setDark(!is_dark)}>
              {is_dark ? <Sun aria-hidden /> : <Moon aria-hidden />} {is_dark ? 'Light' : 'Dark'}
            </Button>
          </div>
          <RenderedPage
            title="Preview"
            page={page}
            context={context}
            width={is_phone ? 390 : 1280}
            is_dark={is_dark}
            selected={selectedSection?.id ?? (openPanel === 'form-box' ? page.sections.find(showsForm)?.id : undefined)}
            onSelect={(id) => void setOpenPanel(id)}
            className={cn(
              'h-[calc(100dvh-11rem)] min-h-96 rounded-xl border border-border',
              is_phone && 'mx-auto w-full max-w-98',
            )}
          />
        </section>
      </div>
      <ActionBar className="lg:hidden">
        <Button variant="secondary" className="w-full" onClick={() => setPreview(!is_preview)}>
          {is_preview ? 'Edit' : 'Preview'}
        </Button>
      </ActionBar>
    </>
  )
}

function Toggle({ label, is_on, onClick, icon }: ToggleProps) {
  return (
    <Button variant={is_on ? 'secondary' : 'ghost'} size="sm" aria-pressed={is_on} onClick={onClick}>
      {icon} {label}
    </Button>
  )
}

interface ToggleProps {
  label: string
  is_on: boolean
  onClick: () => void
  icon: React.ReactNode
}
