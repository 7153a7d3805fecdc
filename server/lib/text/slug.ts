/**
 * Returns the key of a custom field: ASCII, lower case, words joined by `_` (contract 8.6). Empty if the label has no character
 * that ASCII can express; the caller then uses `field_<id>`.
 */
export function customFieldKey(label: string): string {
  return slug(label, '_')
}

/** Returns the key of a snippet or the path of a post: words joined by `-` (contract 8.14). May be empty, as above. */
export function hyphenSlug(name: string): string {
  return slug(name, '-')
}

/** Returns the first of `key`, `key_2`, `key_3`, ... that is not taken. */
export function firstFree(key: string, joint: '_' | '-', isTaken: (candidate: string) => boolean): string {
  if (!isTaken(key)) return key
  for (let number = 2; ; number++) {
    const candidate = `${key}${joint}${number}`
    if (!isTaken(candidate)) return candidate
  }
}

/** Returns a function that makes keys unique: each returned key counts as taken. A thousand equal keys do not cause a thousand searches. */
export function uniqueNames(joint: '_' | '-', taken: Iterable<string>): (key: string) => string {
  const all_keys = new Set(taken)
  const last = new Map<string, number>()
  return (key) => {
    let candidate = key
    for (let number = last.get(key) ?? 2; all_keys.has(candidate); number++) {
      candidate = `${key}${joint}${number}`
      last.set(key, number + 1)
    }
    all_keys.add(candidate)
    return candidate
  }
}

function slug(text: string, joint: '_' | '-'): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return ascii
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(joint)
}
