import { t } from '../../lib/locale/texts.ts'
import type { Tx } from './write.ts'

/** Names tried per statement. */
const TRIED = 100
/** Occurs in no name, because stored texts have no control characters. */
const NAME = '\u0001'
const NUMBER = '\u0002'

interface Copied {
  /** From code, never from a request. */
  table: 'automation' | 'email_template' | 'form' | 'sequence'
  /** Condition over `t`: rows whose names are taken. */
  where?: string
  name: string
  longest: number
}

/** Returns the name of a copy: “Copy of Moss”, or “Copy 2 of Moss” if taken, also for a copy of a copy. */
export async function nameOfCopy(tx: Tx, { table, where = 'true', name, longest }: Copied): Promise<string> {
  const original = originalOf(name)
  for (let first = 1; ; first += TRIED) {
    const names = Array.from({ length: TRIED }, (_, at) => numbered(original, first + at, longest))
    const free = await tx.sql.one<{ name: string }>(
      `select n.name from unnest($2::text[]) with ordinality n(name, at)
       where not exists (select from ${table} t where t.account_id = $1 and t.name = n.name and ${where}) order by n.at limit 1`,
      [names],
    )
    if (free) return free.name
  }
}

/** Never splits a character of two UTF-16 units. */
function numbered(original: string, number: number, longest: number): string {
  const pattern = patternOf(number)
  return pattern.replace(NAME, () => original.slice(0, longest - pattern.length + 1).replace(/[\ud800-\udbff]$/, ''))
}

/**
 * Returns the original name behind a copy's. A name that merely looks like a copy's is treated the same, because the next number is as
 * clear.
 */
function originalOf(name: string): string {
  const [head = '', ...rest] = t`Copy ${NUMBER} of ${NAME}`.split(NUMBER)
  const [middle = ''] = rest.join('').split(NAME)
  const number = /^\d+/.exec(name.slice(head.length))?.[0] ?? ''
  for (const start of [patternOf(1).split(NAME)[0] ?? '', head + number + middle])
    if (start !== '' && name.startsWith(start) && name.length > start.length) return name.slice(start.length)
  return name
}

const patternOf = (number: number): string => (number === 1 ? t`Copy of ${NAME}` : t`Copy ${number} of ${NAME}`)
