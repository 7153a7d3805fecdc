import type { RowMember } from '../../../core/page/rows.ts'
import type { ValueWriter } from '../../../core/page/values.ts'

// Writes the `fields` of a row in a list. PostgreSQL orders the keys of a jsonb value by length and then by bytes, so the text of a
// row can be compared with the slots in that order, without decoding it (decision 0006).

interface Definition {
  key: string
  slot: string
}

/** All fields of the account, null without a value. Values of deleted fields are omitted. */
export const FIELDS_MEMBER: RowMember = {
  name: 'fields',
  sql: 't.fields',
  context: `select json_agg(json_build_object('key', f.key, 'slot', f.slot)) from custom_field f where f.account_id = $1`,
  writer: (definitions) => fieldsWriter((definitions ?? []) as Definition[]),
}

/** Converts `subscriber.fields`, as JSON text, to the JSON of the response. */
export function fieldsWriter(definitions: readonly Definition[]): ValueWriter {
  const steps = definitions
    .map(({ key, slot }) => ({
      slot: Buffer.from(slot),
      start: Buffer.from(`${JSON.stringify(slot)}: "`),
      unset: Buffer.from(`,${JSON.stringify(key)}:null`),
    }))
    .sort((a, b) => a.slot.length - b.slot.length || Buffer.compare(a.slot, b.slot))
  const canWalk = definitions.every(({ key, slot }) => key === slot)
  const starts = new Starts(steps.map(({ start }) => start))
  const unset_length = steps.reduce((sum, { unset }) => sum + unset.length, 0)
  const missing: number[] = []
  return (source, from, to, target) => {
    missing.length = 0
    if (!canWalk || !walk(source.view, { from, to }, starts, missing)) {
      target.text(rebuilt(source.bytes.toString('utf8', from, to), definitions))
      return
    }
    target.reserve(to - from + unset_length)
    if (missing.length === 0) return target.copy(source.bytes, from, to)
    const isEmpty = to - from === '{}'.length
    target.copy(source.bytes, from, to - 1)
    missing.forEach((step, i) => {
      const { unset } = steps[step] as (typeof steps)[number]
      target.literal(i === 0 && isEmpty ? unset.subarray(1) : unset)
    })
    target.literal(CLOSE)
  }
}

const CLOSE = Buffer.from('}')

/** The text before each value, as 32-bit words: half the time of comparing bytes in a row of 50 fields. */
class Starts {
  readonly lengths: Int32Array
  /** Index of the first word of each start, and the end of the last. */
  readonly offsets: Int32Array
  readonly words: Int32Array
  readonly masks: Int32Array

  constructor(starts: readonly Buffer[]) {
    const padded = starts.map((start) => Buffer.concat([start, Buffer.alloc(-start.length & 3)]))
    const masked = starts.map((start, i) => Buffer.alloc(padded[i]?.length ?? 0).fill(0xff, 0, start.length))
    this.lengths = Int32Array.from(starts, ({ length }) => length)
    this.offsets = Int32Array.from([0, ...sums(padded.map(({ length }) => length / 4))])
    this.words = wordsOf(Buffer.concat(padded))
    this.masks = wordsOf(Buffer.concat(masked))
  }

  /** Returns whether the text at `at` equals start `step`. */
  isAt(view: DataView, at: number, step: number): boolean {
    const { words, masks } = this
    const last = this.offsets[step + 1] as number
    let here = at
    for (let word = this.offsets[step] as number; word < last; word++, here += 4) {
      if ((view.getInt32(here, true) & (masks[word] as number)) !== words[word]) return false
    }
    return true
  }
}

const wordsOf = (bytes: Buffer) => Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(4 * i))

function sums(numbers: readonly number[]): number[] {
  let sum = 0
  return numbers.map((number) => (sum += number))
}

/** Collects the keys that a text lacks. Returns false if it has others, whose field was deleted. */
function walk(view: DataView, { from, to }: { from: number; to: number }, starts: Starts, missing: number[]): boolean {
  const end = to - 1
  const count = starts.lengths.length
  let position = from + 1
  for (let step = 0; step < count; step++) {
    if (position < end && starts.isAt(view, position, step)) {
      const quote = endOfValue(view, position + (starts.lengths[step] as number), end)
      if (quote === end) return false
      position = quote + AFTER_VALUE.length
    } else missing.push(step)
  }
  // The last value ends before the closing brace.
  return to - from === '{}'.length || position === end - 1 + AFTER_VALUE.length
}

const AFTER_VALUE = '", '
const QUOTE = 0x22
const [QUOTES, BACKSLASHES] = [0x22222222, 0x5c5c5c5c]

/** Returns the position of a string's closing quote, or `end`. */
function endOfValue(view: DataView, from: number, end: number): number {
  let at = from
  while (at < end) {
    const word = view.getInt32(at, true)
    // The highest bit of at least the first matching byte is set.
    const found = (zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES)) & 0x80808080
    if (found === 0) {
      at += 4
      continue
    }
    at += (31 - Math.clz32(found & -found)) >> 3
    if (view.getUint8(at) === QUOTE) return Math.min(at, end)
    at += 2
  }
  return end
}

/** Returns a word with the highest bit set in at least the first byte that is zero. */
const zeros = (word: number) => (word - 0x01010101) & ~word

/** Handles renamed fields and values of deleted fields. */
function rebuilt(text: string, definitions: readonly Definition[]): string {
  const values = JSON.parse(text) as Record<string, unknown>
  const valueIn = (slot: string) => (Object.hasOwn(values, slot) ? values[slot] : null)
  return JSON.stringify(Object.fromEntries(definitions.map(({ key, slot }) => [key, valueIn(slot)])))
}
