import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useAutosave } from '@/components/email-editor/autosave'
import { toShownImage } from '@/components/media/shown-picture'
import { useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { useAction } from '@/components/use-action'
import type { LandingPage } from '@/server/lib/page/landing/document.ts'
import type { EditedVersion, LandingDetail } from '@/server/modules/forms/landing-schema.ts'
import type { Picture } from '@/server/modules/media/schema.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import { type Edits, edited, redone, undone } from './page-changes'
import { landingQuery } from './queries'

/** One of the two versions of a page. */
export type Variant = 'a' | 'b'

/** Returns the stored draft of a version. */
export const draftOf = ({ draft, b }: LandingDetail, variant: Variant): EditedVersion['draft'] | null =>
  variant === 'a' ? draft : (b?.draft ?? null)

/** A version's draft with its changes, which are saved shortly after they are made. */
export function useDraft(landing: LandingDetail, variant: Variant, draft: EditedVersion['draft']) {
  const { id } = landing
  const trpc = useTRPC()
  const client = useQueryClient()
  const { run } = useAction(trpc.forms.landing.save)
  const [edits, setEdits] = useState<Edits>({ past: [], page: draft.page, future: [], about: undefined })
  const [pictures, setPictures] = useState(() => new Map(landing.pictures))
  const [version, setVersion] = useState(draft.version)
  // A toast's undo button was created in an earlier render, and must not undo changes made since.
  const latest = useRef(edits)
  const may_write = useHasRole('editor')
  const latestVersion = useRef(draft.version)

  const store = useCallback(
    async ({ page }: { page?: LandingPage }, { replaces, over_others }: Replacing) => {
      if (!page) return
      const storedPage = await run({
        id,
        variant,
        version: Number(replaces ?? latestVersion.current),
        page,
        over_others,
      })
      latestVersion.current = storedPage.version
      setVersion(storedPage.version)
      client.setQueryData(landingQuery(trpc, id).queryKey, (before) =>
        before ? withDraft(before, variant, { page, version: storedPage.version }) : before,
      )
      return { text_version: String(storedPage.version) }
    },
    [client, id, run, trpc, variant],
  )
  const showKept = useCallback(({ page }: { page?: LandingPage }) => {
    if (!page) return
    latest.current = edited(latest.current, page, undefined)
    setEdits(latest.current)
  }, [])
  const { change, discard, flush, conflict, resolve, state, problem } = useAutosave<{ page: LandingPage }>(store, {
    keep: may_write ? `landing page ${id}${variant === 'b' ? ' version b' : ''}` : undefined,
    // Two versions of a page are never equal.
    stored: String(version),
    onKept: showKept,
  })

  function show(step: (before: Edits) => Edits) {
    const before = latest.current
    latest.current = step(before)
    setEdits(latest.current)
    if (latest.current.page !== before.page) change({ page: latest.current.page })
  }

  return {
    variant,
    page: edits.page,
    version,
    conflict,
    resolve,
    flush,
    state,
    problem,
    can_undo: edits.past.length > 0,
    can_redo: edits.future.length > 0,
    edit: (page: LandingPage, about?: string) => show((before) => edited(before, page, about)),
    /** Changes the page in its latest state. */
    amend: (changed: (page: LandingPage) => LandingPage) =>
      show((before) => {
        const page = changed(before.page)
        return page === before.page ? before : edited(before, page)
      }),
    undo: () => show(undone),
    redo: () => show(redone),
    latestVersion: () => latestVersion.current,
    /** Discards unsaved changes, before the stored page is displayed. */
    discard,
    pictures: useMemo(() => new Map(pictures), [pictures]),
    addPicture: (picture: Picture) => {
      setPictures((before) => new Map(before).set(picture.id, toShownImage(picture)))
    },
  }
}

function withDraft(
  landing: LandingDetail,
  variant: Variant,
  saved: { page: LandingPage; version: number },
): LandingDetail {
  const { draft, b } = landing
  if (variant === 'a') return { ...landing, draft: draft && { ...draft, ...saved } }
  return { ...landing, b: b && { ...b, draft: { ...b.draft, ...saved } } }
}

export type Draft = ReturnType<typeof useDraft>
