/** Returns whether a path, with its query or without, is one of these or below one. `/` has only itself below. */
export const isBelow = (path: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => path === one || path.startsWith(`${one}/`) || path.startsWith(`${one}?`))
