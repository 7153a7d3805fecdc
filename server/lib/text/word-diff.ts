/** A piece of a text that stayed, was removed, or was added. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Above this many comparisons the changed middle is shown as replaced: they would take too long. */
const MAX_COMPARED = 1_000_000

/** Returns how `after` came from `before`, word by word. White space belongs to the word before it. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < young.length && old[start] === young[start]) start++
  let end = 0
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end++
  const middle = { old: old.slice(start, old.length - end), young: young.slice(start, young.length - end) }
  return joined([
    ...old.slice(0, start).map(same),
    ...(middle.old.length * middle.young.length > MAX_COMPARED
      ? [...middle.old.map(removed), ...middle.young.map(added)]
      : compare(middle.old, middle.young)),
    ...old.slice(old.length - end).map(same),
  ])
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const part = (kind: DiffPart['kind']) => (text: string) => ({ kind, text }) as const
const same = part('same')
const removed = part('removed')
const added = part('added')

/** The longest common subsequence. */
function compare(old: readonly string[], young: readonly string[]): DiffPart[] {
  const width = young.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    const [gone = '', come = ''] = [old[i], young[j]]
    if (i < old.length && j < young.length && gone === come) {
      parts.push(same(gone))
      i++
      j++
    } else if (j >= young.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push(removed(gone))
      i++
    } else {
      parts.push(added(come))
      j++
    }
  }
  return parts
}

/** Joins neighbors of one kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
