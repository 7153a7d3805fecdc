import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Shortcut } from '@/components/keys'
import { keySequence } from '@/components/shell/key-sequence'
import { isDialogOpen, isTyping, textFocus } from '@/components/typing/typing'
import { onDemand } from '@/components/ui/on-demand'

const ShortcutHelp = onDemand(async () => (await import('@/components/shortcut-help')).ShortcutHelp)

interface Registry {
  add: (keys: string, shortcut: Shortcut) => () => void
  showHelp: () => void
}

const ShortcutRegistry = createContext<Registry | null>(null)

/**
 * Binds keys ("c", "g s", "mod+k") while the component is mounted, and lists them in the shortcut help ("?"). The keys work as soon as the
 * component is displayed.
 */
export function useShortcut(keys: string, { label, group, run }: Shortcut) {
  const registry = use(ShortcutRegistry)
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  const runs = run !== undefined
  useLayoutEffect(
    () => registry?.add(keys, { label, group, ...(runs ? { run: () => latest.current?.() } : {}) }),
    [registry, keys, label, group, runs],
  )
}

export function useShortcutHelp() {
  return use(ShortcutRegistry)?.showHelp
}

export function ShortcutProvider({ children }: { children: ReactNode }) {
  // A ref instead of state, because a key pressed right after a page appears would precede the next render.
  const boundKeys = useRef<ReadonlyMap<string, Shortcut>>(new Map())
  const [help, setHelp] = useState({ open: false, shortcuts: boundKeys.current })
  const enabled = useSyncExternalStore(onStorage, readEnabled, () => true)

  const registry = useMemo<Registry>(
    () => ({
      add: (keys, shortcut) => {
        boundKeys.current = new Map(boundKeys.current).set(keys, shortcut)
        return () => {
          if (boundKeys.current.get(keys) !== shortcut) return
          const after = new Map(boundKeys.current)
          after.delete(keys)
          boundKeys.current = after
        }
      },
      showHelp: () => setHelp({ open: true, shortcuts: boundKeys.current }),
    }),
    [],
  )

  // Loaded after the page, before any text can have had the focus for long.
  useEffect(() => {
    let stop: (() => void) | undefined
    let is_gone = false
    void import('@/components/typing/follow').then(({ followTextFocus }) => {
      if (!is_gone) stop = followTextFocus()
    })
    return () => {
      is_gone = true
      stop?.()
    }
  }, [])
  useLayoutEffect(() => {
    const follow = keySequence()
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      const modified = event.ctrlKey || event.metaKey
      if (!modified && (!enabled || isTyping(event.target) || isDialogOpen() || textFocus.is_waiting)) return
      const shortcuts = boundKeys.current
      const known = ['?', ...[...shortcuts].filter(([, { run }]) => run).map(([keys]) => keys)]
      const keys = follow(event, known, event.timeStamp)
      if (!keys) return
      event.preventDefault()
      if (keys === '?') registry.showHelp()
      else shortcuts.get(keys)?.run?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled, registry])

  return (
    <ShortcutRegistry value={registry}>
      {children}
      <ShortcutHelp
        open={help.open}
        onClose={() => setHelp({ ...help, open: false })}
        shortcuts={help.shortcuts}
        enabled={enabled}
        onEnabledChange={writeEnabled}
      />
    </ShortcutRegistry>
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
