'use client'

import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { keySequence } from '@/components/shell/key-sequence'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Label } from '@/components/ui/label'
import { Switch } from '@/components/ui/switch'

interface Shortcut {
  label: string
  group: string
  /** Absent: the page handles the keys itself, and they are only listed. */
  run?: () => void
}

interface Registry {
  add: (keys: string, shortcut: Shortcut) => () => void
  showHelp: () => void
}

const ShortcutRegistry = createContext<Registry | null>(null)

/** Binds keys ("c", "g s", "mod+k") while the component is mounted, and lists them in the shortcut help ("?"). */
export function useShortcut(keys: string, { label, group, run }: Shortcut) {
  const registry = use(ShortcutRegistry)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const runs = run !== undefined
  useEffect(
    () => registry?.add(keys, { label, group, ...(runs ? { run: () => latest.current?.() } : {}) }),
    [registry, keys, label, group, runs],
  )
}

export function useShortcutHelp() {
  return use(ShortcutRegistry)?.showHelp
}

export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [shortcuts, setShortcuts] = useState<ReadonlyMap<string, Shortcut>>(new Map())
  const [helpOpen, setHelpOpen] = useState(false)
  const enabled = useSyncExternalStore(onStorage, readEnabled, () => true)

  const add = useCallback((keys: string, shortcut: Shortcut) => {
    setShortcuts((before) => new Map(before).set(keys, shortcut))
    return () =>
      setShortcuts((before) => {
        if (before.get(keys) !== shortcut) return before
        const after = new Map(before)
        after.delete(keys)
        return after
      })
  }, [])
  const registry = useMemo(() => ({ add, showHelp: () => setHelpOpen(true) }), [add])

  useEffect(() => {
    const follow = keySequence()
    const known = ['?', ...[...shortcuts].filter(([, { run }]) => run).map(([keys]) => keys)]
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      const modified = event.ctrlKey || event.metaKey
      if (!modified && (!enabled || isTyping(event.target) || isDialogOpen())) return
      const keys = follow(event, known, event.timeStamp)
      if (!keys) return
      event.preventDefault()
      if (keys === '?') setHelpOpen(true)
      else shortcuts.get(keys)?.run?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcuts, enabled])

  return (
    <ShortcutRegistry value={registry}>
      {children}
      <Dialog open={helpOpen} onOpenChange={setHelpOpen}>
        <DialogContent title="Keyboard shortcuts" className="sm:max-w-xl">
          <ShortcutList shortcuts={shortcuts} />
          <div className="flex items-center justify-between gap-4 rounded-xl bg-muted px-4 py-3">
            <Label htmlFor="single-key-shortcuts" className="grid gap-0.5">
              Single-key shortcuts
              <span className="font-normal text-muted-foreground">Turn off if they conflict with voice control.</span>
            </Label>
            <Switch id="single-key-shortcuts" checked={enabled} onCheckedChange={writeEnabled} />
          </div>
        </DialogContent>
      </Dialog>
    </ShortcutRegistry>
  )
}

function ShortcutList({ shortcuts }: { shortcuts: ReadonlyMap<string, Shortcut> }) {
  const all = [...shortcuts, ['?', { label: 'Show this help', group: 'Everywhere' }] as const]
  const groups = Map.groupBy(all, ([, { group }]) => group)
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {[...groups].map(([group, entries]) => (
        <section key={group}>
          <h3 className="mb-2 font-medium text-muted-foreground text-xs">{group}</h3>
          <ul className="grid gap-2">
            {entries.map(([keys, { label }]) => (
              <li key={keys} className="flex items-center justify-between gap-4 text-sm">
                {label}
                <Keys keys={keys} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** "g s" as two key caps. */
export function Keys({ keys }: { keys: string }) {
  const isMac = useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  )
  const caps = keys.split(' ').flatMap((key) => (key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4)] : [key]))
  return (
    <span className="inline-flex shrink-0 gap-1">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap.length === 1 ? cap.toUpperCase() : cap}</Kbd>
      ))}
    </span>
  )
}

const never = () => () => {}

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement) || target.closest('[data-state=closed]')) return false
  return target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** Whether a dialog or menu is open, which then receives the keys. Closing ones do not count. */
function isDialogOpen() {
  return (
    document.querySelector(
      ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-state=closed])',
    ) !== null
  )
}

const SETTING = 'envoi:single-key-shortcuts'
const CHANGED = 'envoi:shortcuts-changed'

const readEnabled = () => localStorage.getItem(SETTING) !== 'off'

function writeEnabled(enabled: boolean) {
  localStorage.setItem(SETTING, enabled ? 'on' : 'off')
  window.dispatchEvent(new Event(CHANGED))
}

function onStorage(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}
