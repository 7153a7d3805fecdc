import { decodedLiquid } from '@/server/mail/liquid/entities.ts'

/** The subscribers who see a block: with or without a tag, or in or outside a segment. */
export interface Condition {
  by: 'tag' | 'segment'
  name: string
  has: boolean
}

const CONDITION =
  /^\{%-?\s*(if|unless)\s+subscriber\.(tags|segments)\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^”]*)”)\s*-?%\}$/

/** Reads the start of a block condition; undefined for one that only text can show. */
export function readCondition(liquid: string): Condition | undefined {
  const found = CONDITION.exec(decodedLiquid(liquid))
  if (!found) return undefined
  const name = found[3] ?? found[4] ?? found[5] ?? ''
  return { by: found[2] === 'tags' ? 'tag' : 'segment', name, has: found[1] === 'if' }
}

/** The Liquid before and after what the block shows. */
export function writeCondition({ by, name, has }: Condition): { open: string; close: string } {
  const word = has ? 'if' : 'unless'
  // Strings of Liquid have no escapes.
  const quote = name.includes('"') ? "'" : '"'
  return { open: `{% ${word} subscriber.${by}s contains ${quote}${name}${quote} %}`, close: `{% end${word} %}` }
}
