import { useEffect, useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

/** Also read by app/early-theme.ts. */
const KEY = 'theme'

const listeners = new Set<() => void>()

const isDarkSystem = () => window.matchMedia('(prefers-color-scheme: dark)')

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function isDark(): boolean {
  const theme = readTheme()
  return theme === 'system' ? isDarkSystem().matches : theme === 'dark'
}

/** Another tab may choose a theme, and the system's may change. */
function subscribe(listener: () => void): () => void {
  const system = isDarkSystem()
  listeners.add(listener)
  system.addEventListener('change', listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    window.removeEventListener('storage', listener)
  }
}

/** Disables transitions, which would end at different times. */
function applyTheme(): void {
  const { classList } = document.documentElement
  const [now, before] = isDark() ? ['dark', 'light'] : ['light', 'dark']
  if (classList.contains(now) && !classList.contains(before)) return
  const style = document.createElement('style')
  style.textContent = '*, *::before, *::after { transition: none !important }'
  document.head.append(style)
  classList.remove(before)
  classList.add(now)
  // Reading a style makes the browser apply it.
  void window.getComputedStyle(document.body).color
  setTimeout(() => style.remove(), 1)
}

function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage is denied, so the choice is not kept.
  }
  for (const listener of listeners) listener()
}

/** Returns the chosen theme, and a function to choose another. */
export const useTheme = () => ({ theme: useSyncExternalStore(subscribe, readTheme, (): Theme => 'system'), setTheme })

/** Returns true if the page is dark, by choice or by the system's setting. */
export const useIsDark = () => useSyncExternalStore(subscribe, isDark, () => false)

/** Applies theme changes to the document. An inline script in its head applies the first theme. */
export function ThemeFollower() {
  useEffect(() => {
    // The system's theme may have changed while scripts were loading.
    applyTheme()
    return subscribe(applyTheme)
  }, [])
  return null
}
