import { useSyncExternalStore } from 'react'
import { Kbd } from '@/components/ui/kbd'

export interface Shortcut {
  label: string
  group: string
  /** Undefined: the page handles the keys itself, and they are only listed. */
  run?: () => void
}

/** "g s" as two key caps. */
export function Keys({ keys }: { keys: string }) {
  const isMac = useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  )
  const modifiers: Readonly<Record<string, string>> = isMac ? { mod: '⌘', shift: '⇧' } : { mod: 'Ctrl', shift: 'Shift' }
  // The + key itself is not a separator.
  const caps = keys.split(' ').flatMap((key) => (key === '+' ? key : key.split('+')))
  return (
    <span className="inline-flex shrink-0 gap-1">
      {caps.map((cap) => (
        <Kbd key={cap}>{modifiers[cap] ?? (cap.length === 1 ? cap.toUpperCase() : cap)}</Kbd>
      ))}
    </span>
  )
}

const never = () => () => {}
