/** Maximum delay before the second key of "g s", in milliseconds. */
const PATIENCE = 1000

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** "mod+k" is Ctrl+K, or Command+K on a Mac. "g s" is g followed by s. */
export function keyName({ key, ctrlKey, metaKey, shiftKey }: Pressed) {
  const lower = key.toLowerCase()
  // Only for a to z: some keyboards need Shift for characters such as /.
  if (ctrlKey || metaKey) return shiftKey && /^[a-z]$/.test(lower) ? `mod+shift+${lower}` : `mod+${lower}`
  return key.length === 1 ? lower : key
}

/** Tracks pressed keys and returns the shortcut that they complete, if any. */
export function keySequence() {
  let keys: string[] = []
  let last = 0

  return (pressed: Pressed, sequences: readonly string[], now: number): string | undefined => {
    if (pressed.altKey) return undefined
    const key = keyName(pressed)
    keys = now - last > PATIENCE ? [key] : [...keys, key]
    last = now
    if (!leadsSomewhere(keys, sequences)) keys = [key]
    const name = keys.join(' ')
    const complete = sequences.find((sequence) => sequence === name)
    if (complete || !leadsSomewhere(keys, sequences)) keys = []
    return complete
  }
}

function leadsSomewhere(typed: string[], known: readonly string[]) {
  const name = typed.join(' ')
  return known.some((sequence) => sequence === name || sequence.startsWith(`${name} `))
}
