import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { httpStatus, isPassing } from '@/components/request-error'
import { toastWithUndo } from '@/components/undo-toast'
import { useOffline } from '@/components/use-offline'
import { t } from '@/server/lib/locale/texts.ts'
import type { Replacing } from '@/server/modules/revisions/schema.ts'
import { keepChanges, listAfter, readKept, useKeeper } from './kept-changes'
import { SaveQueue } from './save-queue'

const unreachedText = (by_hand: boolean) =>
  by_hand
    ? 'The server can’t be reached. Your changes stay on this page. Save them again when it answers.'
    : 'The server can’t be reached. Your changes stay on this page and are saved as soon as it answers.'

const offlineText = (by_hand: boolean) =>
  by_hand
    ? 'You are offline. Your changes stay on this page. Save them when the connection is back.'
    : 'You are offline. Your changes stay on this page and are saved when the connection is back.'

/** Shown next to the bar with the details. */
const conflictText = () => t`Choose which text to keep.`

/** `unsaved` waits for the user, the other states need no action. */
export type SaveState = 'saved' | 'dirty' | 'unsaved' | 'saving' | 'failed'

const PAUSE_MS = 700
const RETRY_MS = 5_000

/** Saves a change together with the version of the text it replaces. Returns the version of the stored text. */
type Store<Change> = (change: Partial<Change>, replacing: Replacing) => Promise<{ text_version: string } | undefined>

interface Options<Change> {
  /** Key of the edited item. If given, this tab keeps unsaved changes across reloads and when leaving the page. */
  keep?: string | undefined
  /** `text_version` of the stored text, as far as the page knows. */
  stored?: string | undefined
  /** Shows kept or restored changes, which are then saved like any other. Must be stable. */
  onKept?: (kept: Partial<Change>) => void
  /** Reads the stored text again. */
  read?: () => Promise<{ text_version: string }>
  /** Shows the stored text, as last received by the page. */
  show?: () => void
  /** True if saving publishes immediately, so only `flush` saves, never a pause, leaving, or a restored connection. */
  by_hand?: boolean
}

/**
 * Saves changes shortly after the last keystroke, one request at a time. `flush` resolves when all changes are stored, and throws if saving
 * fails. While the server cannot be reached, retries every five seconds and when the connection is back. Does not replace a text that
 * someone else changed: `conflict` becomes true, and nothing is saved until `resolve` is called. `store` must be stable between renders.
 */
export function useAutosave<Change extends object>(
  store: Store<Change>,
  { keep: item, stored, onKept, read, show, by_hand = false }: Options<Change> = {},
) {
  const keeper = useKeeper()
  const keep = item && `${keeper} ${item}`
  /** The text that the fields started with, including saved changes. */
  const base = useRef(stored)
  const latestStored = useRef(stored)
  latestStored.current = stored
  const [conflict, setConflict] = useState(false)
  const chooses = useRef(false)
  const over_others = useRef(false)
  const queue = useMemo(
    () =>
      new SaveQueue<Change>(
        async (change) => {
          const replacing = base.current === undefined ? {} : { replaces: base.current }
          try {
            const saved = await store(change, over_others.current ? { over_others: true } : replacing)
            over_others.current = false
            if (saved) base.current = saved.text_version
          } catch (error) {
            // Only the attempt that the user confirmed replaces others' changes.
            if (!isPassing(error)) over_others.current = false
            throw error
          }
        },
        (unsaved) => {
          if (keep) keepChanges(keep, { base: base.current, changes: unsaved })
        },
        (error) => base.current !== undefined && isPassing(error),
      ),
    [store, keep],
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<Exclude<SaveState, 'unsaved'>>('saved')
  const [problem, setProblem] = useState<string>()
  const waits = useRef(by_hand)

  /** Returns true if the page may save automatically, also after it waited for a request. */
  const mayAlone = useCallback(() => !waits.current && !chooses.current, [])
  const save = useCallback(
    async (may?: () => boolean): Promise<void> => {
      clearTimeout(timer.current)
      if (chooses.current && queue.is_pending) throw new Error(conflictText())
      // Keeps a failure visible until something is saved, even between attempts.
      if (queue.is_pending) setState((shown) => (shown === 'failed' ? shown : 'saving'))
      try {
        await queue.flush(may)
        setProblem(undefined)
        setState(queue.is_pending ? 'dirty' : 'saved')
      } catch (error) {
        const retries = isPassing(error)
        setProblem(retries ? unreachedText(waits.current) : errorText(error))
        setState('failed')
        if (base.current !== undefined && httpStatus(error) === 409) {
          chooses.current = true
          setConflict(true)
        }
        if (retries && !waits.current)
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
    // Pending changes switch between automatic and manual saving.
    clearTimeout(timer.current)
    if (queue.is_pending) saveSoon()
  }, [by_hand, queue, saveSoon])

  const has_changed = useRef(false)
  const change = useCallback(
    (part: Partial<Change>) => {
      has_changed.current = true
      queue.add(part)
      if (!chooses.current) setState('dirty')
      saveSoon()
    },
    [queue, saveSoon],
  )
  const discard = useCallback(() => {
    chooses.current = false
    setConflict(false)
    base.current = latestStored.current
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
    // Saving is a conflict if the text has changed since.
    if (kept.base !== undefined) base.current = kept.base
    change(kept.changes)
    onKept?.(kept.changes)
  }, [keep, change, onKept])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.is_pending) event.preventDefault()
    }
    const resume = () => {
      if (!queue.is_pending) return
      if (mayAlone()) return void save(mayAlone).catch(() => undefined)
      if (chooses.current) return
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
  // Report a missing connection at the first keystroke, before a request fails.
  const shownState = conflict
    ? { state: 'failed' as const, problem: conflictText() }
    : is_offline && state !== 'saved'
      ? { state: 'failed' as const, problem: offlineText(by_hand) }
      : { state: by_hand && state === 'dirty' ? ('unsaved' as const) : state, problem }
  const flush = useCallback(() => save(), [save])
  /** Ends a conflict: uses the other text, or saves this one over it, which stays in the history. */
  const resolve = async (wins: 'mine' | 'theirs') => {
    if (wins === 'theirs') {
      const theirs = await read?.()
      const ownChange = queue.unsaved
      discard()
      base.current = theirs?.text_version
      show?.()
      toastWithUndo(t`Their version is shown.`, async () => {
        change(ownChange)
        onKept?.(ownChange)
      })
      return
    }
    chooses.current = false
    over_others.current = true
    setConflict(false)
    while (queue.is_pending) await save()
    // Keep the other member's changes to fields that this change does not have.
    show?.()
  }
  /** Shows the stored text if someone else has changed it. Returns whether they have. Unsaved changes would be lost. */
  const catchUp = async (): Promise<boolean> => {
    const theirs = await read?.()
    if (!theirs || theirs.text_version === base.current) return false
    discard()
    base.current = theirs.text_version
    show?.()
    return true
  }
  /** Returns the `text_version` of the displayed text once it is completely saved. */
  const shownVersion = () => base.current
  /** Records that the fields now start with another stored text. */
  const begin = useCallback(({ text_version }: { text_version: string }) => {
    base.current = text_version
  }, [])
  // The page was opened with an outdated text, and nothing has been typed yet.
  const showNow = useEffectEvent(() => show?.())
  useEffect(() => {
    if (has_changed.current || stored === undefined || stored === base.current) return
    base.current = stored
    showNow()
  }, [stored])
  return { change, discard, has_changed, flush, begin, catchUp, shownVersion, conflict, resolve, ...shownState }
}
