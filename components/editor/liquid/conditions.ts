import { decodedLiquid } from '@/server/mail/liquid/entities.ts'

/** Subscribers who see a block: with or without a tag, or inside or outside a segment. */
export interface Condition {
  by: 'tag' | 'segment'
  name: string
  has: boolean
}

const CONDITION =
  /^\{%-?\s*(if|unless)\s+subscriber\.(tags|segments)\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^”]*)”)\s*-?%\}$/

/** Parses the start of a block condition. Undefined: it must stay text. */
export function readCondition(liquid: string): Condition | undefined {
  const found = CONDITION.exec(decodedLiquid(liquid))
  if (!found) return undefined
  const name = found[3] ?? found[4] ?? found[5] ?? ''
  return { by: found[2] === 'tags' ? 'tag' : 'segment', name, has: found[1] === 'if' }
}

/** Returns the Liquid before and after a block. */
export function writeCondition({ by, name, has }: Condition): { open: string; close: string } {
  const word = has ? 'if' : 'unless'
  // Liquid strings have no escapes.
  const quote = name.includes('"') ? "'" : '"'
  return { open: `{% ${word} subscriber.${by}s contains ${quote}${name}${quote} %}`, close: `{% end${word} %}` }
}
