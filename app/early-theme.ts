/**
 * A script for the head of every page: it sets the theme before the first paint. Once the page has been painted, setting it would make
 * the browser style all of it again.
 */
export const earlyTheme = (): string => `(${setEarlyTheme.toString()})()`

/** Runs in the browser as it is written here, so it uses nothing from outside. `components/theme.ts` follows changes. */
function setEarlyTheme(): void {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage is refused: the system decides.
  }
  const is_known = chosen === 'light' || chosen === 'dark'
  const is_dark = is_known ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.add(is_dark ? 'dark' : 'light')
}
