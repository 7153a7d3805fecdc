/**
 * A script for the head of every page, which sets the theme before the first paint. Later, it would make the browser style the whole page
 * again.
 */
export const earlyTheme = (): string => `(${setEarlyTheme.toString()})()`

/** Serialized and run in the browser, so it uses nothing from outside. `components/theme.ts` applies later changes. */
function setEarlyTheme(): void {
  let chosenTheme: string | null = null
  try {
    chosenTheme = localStorage.getItem('theme')
  } catch {
    // Storage is denied, so the system's theme applies.
  }
  const is_known = chosenTheme === 'light' || chosenTheme === 'dark'
  const is_dark = is_known ? chosenTheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.add(is_dark ? 'dark' : 'light')
}
