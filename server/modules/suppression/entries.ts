import { normalizeEmailAddress, parseEmailAddress, writtenAddress } from '../../lib/text/email-address.ts'

/** Distinct entries in a text. */
export interface Entries {
  found: string[]
  /** Lines without a valid entry, except a file's first line, which names the columns. */
  invalid: string[]
}

/** Returns the first email address of each line. */
export const readAddresses = (text: string): Entries => readLines(text, writtenAddress)

/** Returns the first address, domain (`@example.com`) or name at any domain (`name@`) of each line. */
export const readPatterns = (text: string): Entries => readLines(text, parsePattern)

function parsePattern(text: string): string | undefined {
  const pattern = normalizeEmailAddress(text)
  if (pattern.startsWith('@')) return parseEmailAddress(`name${pattern}`) && pattern
  if (pattern.endsWith('@')) return parseEmailAddress(`${pattern}example.com`) && pattern
  return writtenAddress(text)
}

function readLines(text: string, parse: (cell: string) => string | undefined): Entries {
  const found = new Set<string>()
  const invalid: string[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const entry = firstOf(line, parse)
    if (entry) found.add(entry)
    else if (at > 0 || line.includes('@') || lines.length === 1) invalid.push(line)
  }
  return { found: [...found], invalid }
}

function firstOf(line: string, parse: (cell: string) => string | undefined): string | undefined {
  for (const cell of line.split(/[,;\t|]/)) {
    const entry = parse(cell.replace(/["'<>]/g, '').trim())
    if (entry) return entry
  }
  return undefined
}
