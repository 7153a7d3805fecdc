'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Monitor, Moon, Redo2, Smartphone, Sun, Undo2 } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import { SaveNote } from '@/components/email-editor/save-note'
import { errorText } from '@/components/error-text'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { BackLink } from '@/components/page-header'
import { EditableBy, IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { toast } from '@/components/ui/sonner'
import { titleOf } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import { landingContext } from '../../landing/landing-context'
import { removeSection } from './page-changes'
import { SectionList } from './section-list'
import { SECTION_KINDS } from './section-names'
import { type Draft, useDraft } from './use-draft'

const RenderedPage = onDemand(async () => (await import('../../landing/rendered-page')).RenderedPage)
const SectionPanel = onDemand(async () => (await import('./section-panel')).SectionPanel)
const PagePanel = onDemand(async () => (await import('./page-panel')).PagePanel)

interface BuilderProps {
  landing: LandingDetail
  draft: NonNullable<LandingDetail['draft']>
  /** Begins again with what is stored, once it was read and the changes were discarded. Throws where it cannot be read. */
  onReload: (discard: () => void) => Promise<void>
}

/** Sections on the left, the page on the right; on a phone one of both. */
export function Builder({ landing, draft: stored, onReload }: BuilderProps) {
  const draft = useDraft(landing, stored)
  const { page, edit } = draft
  const [at, setAt] = useQueryState('at', parseAsString)
  const [is_phone, setPhone] = useState(false)
  const [is_dark, setDark] = useState(false)
  const [is_preview, setPreview] = useState(false)
  const context = useMemo(() => {
    const { account_name, style, links, settings, fields, consents } = landing
    const form = { ...settings, fields, consents, picture: null }
    return landingContext({ account_name, style, links, pictures: draft.pictures, form, color: settings })
  }, [landing, draft.pictures])
  const selected = page.sections.find(({ id }) => id === at)
  useShortcut('mod+z', { label: 'Undo', group: 'Landing page', run: draft.undo })
  useShortcut('mod+shift+z', { label: 'Redo', group: 'Landing page', run: draft.redo })

  function remove(id: string) {
    const kind = page.sections.find((section) => section.id === id)?.kind ?? 'text'
    void setAt(null)
    const before = page
    edit(removeSection(page, id))
    toast.success(`${SECTION_KINDS[kind]} deleted`, { action: { label: 'Undo', onClick: () => edit(before) } })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-6 pb-10 sm:px-8 lg:px-10">
      <TopBar landing={landing} draft={draft} />
      {draft.conflict ? <Conflict draft={draft} onReload={onReload} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <div className={cn('grid min-w-0 gap-5', is_preview && 'max-lg:hidden')}>
          <EditableBy atLeast="editor">
            {selected ? (
              <SectionPanel
                key={selected.id}
                draft={draft}
                landing={landing}
                section={selected}
                onClose={() => void setAt(null)}
                onDelete={() => remove(selected.id)}
              />
            ) : at === 'page' ? (
              <PagePanel draft={draft} onClose={() => void setAt(null)} />
            ) : (
              <SectionList draft={draft} context={context} onOpen={(id) => void setAt(id)} onDelete={remove} />
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
            selected={selected?.id}
            onSelect={(id) => void setAt(id)}
            className={cn(
              'h-[calc(100dvh-11rem)] min-h-96 rounded-xl border border-border',
              is_phone && 'mx-auto w-full max-w-98',
            )}
          />
        </section>
      </div>
      <div className="sticky bottom-3 z-1 grid justify-center lg:hidden">
        <Button variant="secondary" onClick={() => setPreview(!is_preview)}>
          {is_preview ? 'Edit' : 'Preview'}
        </Button>
      </div>
    </div>
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

function TopBar({ landing, draft }: { landing: LandingDetail; draft: Draft }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const publish = useMutation(trpc.forms.landing.publish.mutationOptions())
  const unpublish = useMutation(trpc.forms.landing.unpublish.mutationOptions())
  const [is_publishing, setPublishing] = useState(false)
  const { id, name, url, published, status } = landing
  const is_changed = published === null || published.version !== draft.version || draft.state !== 'saved'

  async function run(change: () => Promise<unknown>, done: string) {
    setPublishing(true)
    try {
      await draft.flush()
      await change()
      await client.invalidateQueries(trpc.forms.pathFilter())
      toast.success(done)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setPublishing(false)
    }
  }
  return (
    <header className="grid gap-2">
      <BackLink href={`/forms/${id}`} label={name} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 font-semibold text-2xl tracking-[-0.022em] [overflow-wrap:anywhere]">
            {titleOf(draft.page) || name}
          </h1>
          {published === null ? (
            <Badge>Not published</Badge>
          ) : is_changed ? (
            <Badge tone="warning">Unpublished changes</Badge>
          ) : (
            <Badge tone="success">Published</Badge>
          )}
          <span className="text-muted-foreground text-sm">
            <SaveNote state={draft.state} problem={draft.problem} />
          </span>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <IfRole atLeast="editor">
            <Button variant="ghost" size="icon" aria-label="Undo" disabled={!draft.can_undo} onClick={draft.undo}>
              <Undo2 aria-hidden />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Redo" disabled={!draft.can_redo} onClick={draft.redo}>
              <Redo2 aria-hidden />
            </Button>
          </IfRole>
          {status === 'active' ? (
            <Button asChild variant="outline">
              <a href={url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden /> View page
              </a>
            </Button>
          ) : null}
          <IfRole atLeast="editor">
            {published ? (
              <Button
                variant="ghost"
                disabled={is_publishing}
                onClick={() =>
                  void run(() => unpublish.mutateAsync({ id }), 'Unpublished. Visitors see the form alone.')
                }
              >
                Unpublish
              </Button>
            ) : null}
            <Button
              pending={is_publishing}
              disabled={!is_changed}
              onClick={() =>
                void run(() => publish.mutateAsync({ id, version: draft.latestVersion() }), 'Page published')
              }
            >
              {published ? 'Publish changes' : 'Publish'}
            </Button>
          </IfRole>
        </div>
      </div>
    </header>
  )
}

function Conflict({ draft, onReload }: { draft: Draft; onReload: BuilderProps['onReload'] }) {
  return (
    <Alert
      tone="warning"
      title={draft.conflict}
      actions={
        <>
          <Button
            size="sm"
            variant="outline"
            onClick={() => void onReload(draft.discard).catch((error) => toast.error(errorText(error)))}
          >
            Load their version
          </Button>
          <Button
            size="sm"
            variant="outline"
            onClick={() => void draft.overwrite().catch((error) => toast.error(errorText(error)))}
          >
            Keep mine
          </Button>
        </>
      }
    >
      Your changes are on this page only. Load the other version and lose them, or keep yours and replace the other.
    </Alert>
  )
}
