import { createContext, use } from 'react'

/** User and account of the typed text, which no one else gets in this tab. */
const Keeper = createContext('')
export const KeeperProvider = Keeper.Provider
export const useKeeper = () => use(Keeper)

/** Returns the tab's storage. Browsers can deny access to it. */
type FindStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const ofTab: FindStorage = () => sessionStorage

const PLACE = 'unsaved '

const listeners = new EventTarget()

/** Calls the listener whenever this tab's kept changes change, until the returned function is called. */
export function onKeptChanged(listener: () => void): () => void {
  listeners.addEventListener('change', listener)
  return () => listeners.removeEventListener('change', listener)
}

const tellChanged = () => listeners.dispatchEvent(new Event('change'))

/** Items with a save still running after their editor was left. */
const leaving = new Set<string>()

/** Hides an item from `listKept` until its editor's last save has ended, because only then is it known whether its text is unsaved. */
export async function listAfter(key: string, saving: Promise<void>): Promise<void> {
  leaving.add(PLACE + key)
  try {
    await saving
  } finally {
    leaving.delete(PLACE + key)
    tellChanged()
  }
}

interface Kept<Change> {
  /** Version of the stored text on which the changes are based, if known. */
  base?: string | undefined
  changes: Partial<Change>
}

/** Returns the changes kept by this tab, or undefined. */
export function readKept<Change extends object>(key: string, storage = ofTab): Kept<Change> | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(PLACE + key) ?? 'null')
    const is_kept = typeof kept === 'object' && kept !== null && 'changes' in kept && typeof kept.changes === 'object'
    return is_kept ? (kept as Kept<Change>) : undefined
  } catch {
    return undefined
  }
}

/** Returns the kept changes of all items whose key is this prefix and a number, lowest number first. */
export function listKept<Change extends object>(
  beginning: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = ofTab,
): { id: number; changes: Partial<Change> }[] {
  try {
    const start = `${PLACE}${beginning} `
    return Object.keys(storage())
      .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)) && !leaving.has(name))
      .map((name) => Number(name.slice(start.length)))
      .sort((a, b) => a - b)
      .flatMap((id) => {
        const kept = readKept<Change>(`${beginning} ${id}`, storage)
        return kept ? [{ id, changes: kept.changes }] : []
      })
  } catch {
    return []
  }
}

/** Keeps unsaved changes across reloads, until the user signs out or closes the tab. Without changes, removes the kept ones. */
export function keepChanges<Change extends object>(key: string, kept: Kept<Change>, storage = ofTab): void {
  try {
    if (Object.keys(kept.changes).length === 0) storage().removeItem(PLACE + key)
    else storage().setItem(PLACE + key, JSON.stringify(kept))
  } catch {
    // The tab's storage is full or denied. The page still has the text, and warns before it is closed.
  }
  tellChanged()
}

/** Deletes all changes kept by this tab. */
export function forgetKept(storage: () => Storage = () => sessionStorage): void {
  try {
    for (const name of Object.keys(storage())) if (name.startsWith(PLACE)) storage().removeItem(name)
  } catch {
    // Storage is denied, so it is empty.
  }
  tellChanged()
}
