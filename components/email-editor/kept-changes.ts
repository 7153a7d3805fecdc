import { createContext, use } from 'react'

/** User and account of the typed text: no one else gets it in this tab. */
const Keeper = createContext('')
export const KeeperProvider = Keeper.Provider
export const useKeeper = () => use(Keeper)

/** Finds the storage of the tab. Browsers can refuse it. */
type FindStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const ofTab: FindStorage = () => sessionStorage

const PLACE = 'unsaved '

const changed = new EventTarget()

/** Calls the listener whenever this tab keeps something else, until the returned function is called. */
export function onKeptChanged(listener: () => void): () => void {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

const tellChanged = () => changed.dispatchEvent(new Event('change'))

/** Items whose editor was left and is still saving. */
const leaving = new Set<string>()

/** Leaves an item out of `listKept` until the last save of its editor has ended: only then is it known whether its text is not saved. */
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
  /** Version of the stored text that the changes are based on, if known. */
  base?: string | undefined
  changes: Partial<Change>
}

/** Returns the changes that this tab kept, or undefined. */
export function readKept<Change extends object>(key: string, storage = ofTab): Kept<Change> | undefined {
  try {
    const kept: unknown = JSON.parse(storage().getItem(PLACE + key) ?? 'null')
    const is_kept = typeof kept === 'object' && kept !== null && 'changes' in kept && typeof kept.changes === 'object'
    return is_kept ? (kept as Kept<Change>) : undefined
  } catch {
    return undefined
  }
}

/** Returns what this tab kept of all items whose key is the given beginning and a number, lowest number first. */
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

/** Keeps changes that are not saved, over a reload and until the user signs out or closes the tab. No changes remove what was kept. */
export function keepChanges<Change extends object>(key: string, kept: Kept<Change>, storage = ofTab): void {
  try {
    if (Object.keys(kept.changes).length === 0) storage().removeItem(PLACE + key)
    else storage().setItem(PLACE + key, JSON.stringify(kept))
  } catch {
    // The tab's storage is full or not allowed: the page still has the text, and asks before it is closed.
  }
  tellChanged()
}

/** Forgets all kept changes of this tab. */
export function forgetKept(storage: () => Storage = () => sessionStorage): void {
  try {
    for (const name of Object.keys(storage())) if (name.startsWith(PLACE)) storage().removeItem(name)
  } catch {
    // Nothing is kept where it is not allowed.
  }
  tellChanged()
}
