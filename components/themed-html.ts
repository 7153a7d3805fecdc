/** Returns HTML or a style sheet for a fixed theme, whatever the browser's. */
export const themedHtml = (html: string, is_dark: boolean): string =>
  html
    .replace(/@media ?\(prefers-color-scheme: ?dark\)/g, is_dark ? '@media all' : '@media not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${is_dark ? 'dark' : 'light'}`)
