// Screenshots of an app. Without zod, because pages load this file.

export const MAX_SCREENSHOTS = 5
export const MAX_SCREENSHOT_BYTES = 2 * 1024 * 1024

/** A type instead of an interface, because it is stored as JSON. */
export type Screenshot = {
  /** Random part of the URL, so images of an unpublished app cannot be guessed. */
  key: string
  /** Alternative text. */
  alt: string
  width: number
  height: number
}

export const screenshotUrl = (app_id: number, { key }: Pick<Screenshot, 'key'>): string =>
  `/app-screenshots/${app_id}/${key}`

/** A screenshot, and its difference from the approved ones. */
export interface ScreenshotChange {
  screenshot: Screenshot
  change: 'added' | 'removed' | 'moved' | 'described' | null
  /** The approved alternative text, if it differs. */
  alt_before: string | null
}

/** Compares proposed screenshots with the approved ones. Removed ones come last. */
export function compareScreenshots(before: readonly Screenshot[], after: readonly Screenshot[]): ScreenshotChange[] {
  const kept_keys = before.filter(({ key }) => after.some((one) => one.key === key)).map(({ key }) => key)
  const order = after.filter(({ key }) => kept_keys.includes(key)).map(({ key }) => key)
  const proposed = after.map((screenshot): ScreenshotChange => {
    const old = before.find(({ key }) => key === screenshot.key)
    if (!old) return { screenshot, change: 'added', alt_before: null }
    if (old.alt !== screenshot.alt) return { screenshot, change: 'described', alt_before: old.alt }
    const isMoved = kept_keys.indexOf(old.key) !== order.indexOf(old.key)
    return { screenshot, change: isMoved ? 'moved' : null, alt_before: null }
  })
  const removed = before.filter(({ key }) => !kept_keys.includes(key))
  return [...proposed, ...removed.map((screenshot) => ({ screenshot, change: 'removed' as const, alt_before: null }))]
}
