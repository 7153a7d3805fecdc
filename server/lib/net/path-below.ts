/** Returns whether a path, with or without its query, is one of these or below one. Below `/` there is only `/` itself. */
export const isBelow = (path: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => path === one || path.startsWith(`${one}/`) || path.startsWith(`${one}?`))
