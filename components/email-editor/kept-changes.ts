/** Finds the storage of the tab. Browsers can refuse it. */
type FindStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const ofTab: FindStorage = () => sessionStorage

const place = (key: string) => `unsaved ${key}`

/** Returns the changes that this tab kept, or undefined. */
export function readKept<Change extends object>(key: string, storage = ofTab): Partial<Change> | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(place(key)) ?? 'null')
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Change>) : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps changes that are not saved, over a reload and until the tab is closed: nothing stays on a shared computer, and two tabs do not
 * get each other's text. No changes remove what was kept.
 */
export function keepChanges(key: string, changes: object, storage = ofTab): void {
  try {
    if (Object.keys(changes).length === 0) storage().removeItem(place(key))
    else storage().setItem(place(key), JSON.stringify(changes))
  } catch {
    // The tab's storage is full or not allowed: the page still has the text, and asks before it is closed.
  }
}
