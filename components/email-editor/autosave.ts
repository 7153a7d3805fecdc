'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { isPassing } from '@/components/request-error'
import { useOffline } from '@/components/use-offline'
import { keepChanges, listAfter, readKept, useKeeper } from './kept-changes'
import { SaveQueue } from './save-queue'

const unreached = (by_hand: boolean) =>
  by_hand
    ? 'The server can’t be reached. Your changes stay on this page. Save them again when it answers.'
    : 'The server can’t be reached. Your changes stay on this page and are saved as soon as it answers.'

const offlineText = (by_hand: boolean) =>
  by_hand
    ? 'You are offline. Your changes stay on this page. Save them when the connection is back.'
    : 'You are offline. Your changes stay on this page and are saved when the connection is back.'

const changedElsewhere = (by_hand: boolean) =>
  by_hand
    ? 'The text was changed elsewhere since. You see your unsaved text.'
    : 'The text was changed elsewhere since. You see your unsaved text, which is saved with your next change.'

/** `unsaved` waits for the user, the others for the page. */
export type SaveState = 'saved' | 'dirty' | 'unsaved' | 'saving' | 'failed'

const PAUSE_MS = 700
const RETRY_MS = 5_000

interface Keeping<Change> {
  /** What the changes are about. With it, this tab keeps what is not saved, over a reload and when the page is left. */
  keep?: string | undefined
  /** When the text that the page shows was stored. Kept changes of an older text are shown, and saved with the next change only. */
  stored_at?: string | undefined
  /** Gets what was kept, once, after the page shows what is stored. It is saved like any change. Must be stable. */
  onKept?: (kept: Partial<Change>) => void
  /** Saving is public immediately, so only `flush` saves: not a pause, not leaving, not a connection that is back. */
  by_hand?: boolean
}

/**
 * Saves changes shortly after the last keystroke, one request at a time. `flush` resolves when all changes are stored and throws when
 * saving fails. While the server is not reached, saving is tried again every five seconds and when the connection is back. `store` must
 * be stable between renders.
 */
export function useAutosave<Change extends object>(
  store: (change: Partial<Change>) => Promise<unknown>,
  { keep: item, stored_at, onKept, by_hand = false }: Keeping<Change> = {},
) {
  const keeper = useKeeper()
  const keep = item && `${keeper} ${item}`
  const base = useRef(stored_at)
  useEffect(() => {
    base.current = stored_at
  }, [stored_at])
  /** Kept changes of an older text, until the user continues with them. */
  const outdated = useRef<{ base: string | undefined }>(undefined)
  const queue = useMemo(
    () =>
      new SaveQueue<Change>(store, (unsaved) => {
        if (keep) keepChanges(keep, { ...(outdated.current ?? { base: base.current }), changes: unsaved })
      }),
    [store, keep],
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<Exclude<SaveState, 'unsaved'>>('saved')
  const [problem, setProblem] = useState<string>()
  const waits = useRef(by_hand)

  /** Whether the page may save without being asked, also after it waited for a request. */
  const mayAlone = useCallback(() => !waits.current && !outdated.current, [])
  const save = useCallback(
    async (may?: () => boolean): Promise<void> => {
      clearTimeout(timer.current)
      // A problem is shown until something is saved, not between two attempts.
      if (queue.is_pending) setState((shown) => (shown === 'failed' ? shown : 'saving'))
      try {
        await queue.flush(may)
        setProblem(undefined)
        setState(queue.is_pending ? 'dirty' : 'saved')
      } catch (error) {
        const again = isPassing(error)
        setProblem(again ? unreached(waits.current) : errorText(error))
        setState('failed')
        if (again && !waits.current)
          timer.current = setTimeout(() => void save(mayAlone).catch(() => undefined), RETRY_MS)
        throw error
      }
    },
    [queue, mayAlone],
  )
  const saveSoon = useCallback(() => {
    clearTimeout(timer.current)
    if (mayAlone()) timer.current = setTimeout(() => void save(mayAlone).catch(() => undefined), PAUSE_MS)
  }, [save, mayAlone])
  useEffect(() => {
    waits.current = by_hand
    // What waits to be saved alone waits for the user now, and the other way round.
    clearTimeout(timer.current)
    if (queue.is_pending) saveSoon()
  }, [by_hand, queue, saveSoon])

  const has_changed = useRef(false)
  const change = useCallback(
    (part: Partial<Change>) => {
      has_changed.current = true
      outdated.current = undefined
      queue.add(part)
      setState('dirty')
      saveSoon()
    },
    [queue, saveSoon],
  )
  const discard = useCallback(() => {
    outdated.current = undefined
    queue.discard()
    setProblem(undefined)
    setState('saved')
  }, [queue])

  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (!keep || asked.current === keep) return
    asked.current = keep
    const kept = readKept<Change>(keep)
    if (!kept) return
    if (kept.base === base.current) change(kept.changes)
    else {
      has_changed.current = true
      outdated.current = { base: kept.base }
      queue.add(kept.changes)
      setProblem(changedElsewhere(waits.current))
      setState('failed')
    }
    onKept?.(kept.changes)
  }, [keep, queue, change, onKept])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.is_pending) event.preventDefault()
    }
    const resume = () => {
      if (!queue.is_pending) return
      if (mayAlone()) return void save(mayAlone).catch(() => undefined)
      if (outdated.current) return
      setProblem(undefined)
      setState('dirty')
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', resume)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', resume)
      if (!mayAlone()) return clearTimeout(timer.current)
      const saved = save(mayAlone)
        .catch(() => undefined)
        .finally(() => clearTimeout(timer.current))
      if (keep) void listAfter(keep, saved)
    }
  }, [queue, save, mayAlone, keep])

  const is_offline = useOffline()
  // A connection that is gone is said at the first keystroke, and not when a request has failed.
  const shown =
    is_offline && state !== 'saved'
      ? { state: 'failed' as const, problem: offlineText(by_hand) }
      : { state: by_hand && state === 'dirty' ? ('unsaved' as const) : state, problem }
  const flush = useCallback(() => {
    outdated.current = undefined
    return save()
  }, [save])
  return { change, discard, has_changed, flush, ...shown }
}
