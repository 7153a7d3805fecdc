/** A piece of a text that is unchanged, removed or added. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this many comparisons, which would take too long, the changed middle is shown as replaced. */
const MAX_COMPARED = 1_000_000

/** Returns the changes from `before` to `after`, word by word. White space belongs to the word before it. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [older, newer] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < older.length && start < newer.length && older[start] === newer[start]) start++
  let end = 0
  while (end < older.length - start && end < newer.length - start && older.at(-1 - end) === newer.at(-1 - end)) end++
  const middle = { older: older.slice(start, older.length - end), newer: newer.slice(start, newer.length - end) }
  return joined([
    ...older.slice(0, start).map(same),
    ...(middle.older.length * middle.newer.length > MAX_COMPARED
      ? [...middle.older.map(removed), ...middle.newer.map(added)]
      : compare(middle.older, middle.newer)),
    ...older.slice(older.length - end).map(same),
  ])
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const part = (kind: DiffPart['kind']) => (text: string) => ({ kind, text }) as const
const same = part('same')
const removed = part('removed')
const added = part('added')

/** Finds the longest common subsequence. */
function compare(older: readonly string[], newer: readonly string[]): DiffPart[] {
  const width = newer.length + 1
  const lengths = new Uint32Array((older.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = older.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        older[i] === newer[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < older.length || j < newer.length) {
    const [oldWord = '', newWord = ''] = [older[i], newer[j]]
    if (i < older.length && j < newer.length && oldWord === newWord) {
      parts.push(same(oldWord))
      i++
      j++
    } else if (j >= newer.length || (i < older.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      parts.push(removed(oldWord))
      i++
    } else {
      parts.push(added(newWord))
      j++
    }
  }
  return parts
}

/** Joins adjacent parts of one kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
