import { decodedLiquid } from '@/server/mail/liquid/entities.ts'

/** Who sees a block: subscribers with or without a tag. */
export interface Condition {
  tag: string
  has: boolean
}

const CONDITION = /^\{%-?\s*(if|unless)\s+subscriber\.tags\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^”]*)”)\s*-?%\}$/

/** Reads the start of a block condition; undefined for one that only text can show. */
export function readCondition(liquid: string): Condition | undefined {
  const found = CONDITION.exec(decodedLiquid(liquid))
  if (!found) return undefined
  return { tag: found[2] ?? found[3] ?? found[4] ?? '', has: found[1] === 'if' }
}

/** The Liquid before and after what the block shows. */
export function writeCondition({ tag, has }: Condition): { open: string; close: string } {
  const name = has ? 'if' : 'unless'
  // Strings of Liquid have no escapes.
  const quote = tag.includes('"') ? "'" : '"'
  return { open: `{% ${name} subscriber.tags contains ${quote}${tag}${quote} %}`, close: `{% end${name} %}` }
}
