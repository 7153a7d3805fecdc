// Describes the statements of the sources and compares them with the declared rows (decision 0128).
import type pg from 'pg'
import type { CallSite } from './call-sites.ts'
import { type Catalog, compareRow, readCatalog } from './compare.ts'
import { type DescribedColumn, describeStatement } from './describe.ts'
import { NEVER_NULL, UNREADABLE } from './exceptions.ts'

export interface Inspected {
  /** One line each. */
  problems: string[]
  described: number
  /** Statements that are listed in exceptions.ts. */
  listed: number
  /** Entries of exceptions.ts that no statement needs. */
  unused: string[]
}

export async function inspectStatements(client: pg.ClientBase, sites: readonly CallSite[]): Promise<Inspected> {
  const catalog = await readCatalog(client)
  const findings = { problems: [] as string[], described: 0, listed: 0 }
  const used_exceptions = new Set<string>()
  const isListed = (list: ReadonlySet<string>, entry: string) => list.has(entry) && used_exceptions.add(entry)
  for (const site of sites) {
    const result = await inspectSite(client, site, catalog)
    if (typeof result !== 'string') {
      findings.described++
      const wrong = result.filter((line) => !isListed(NEVER_NULL, `${site.owner}: ${line}`))
      findings.problems.push(...wrong.map((line) => `${site.place}: ${line}`))
    } else if (isListed(UNREADABLE, site.owner)) findings.listed++
    else findings.problems.push(`${site.place}: ${result}`)
  }
  return { ...findings, unused: [...NEVER_NULL, ...UNREADABLE].filter((entry) => !used_exceptions.has(entry)) }
}

/** Returns the problems of its row, or the reason why it could not be described. */
async function inspectSite(client: pg.ClientBase, site: CallSite, catalog: Catalog): Promise<string[] | string> {
  if (!site.texts)
    return 'its text is known only while the program runs: list it with the reason in scripts/statements/exceptions.ts'
  const described: { text: string; columns: DescribedColumn[] }[] = []
  let refusal = ''
  for (const text of site.texts) {
    try {
      described.push({ text, columns: await describeStatement(client, text) })
    } catch (error) {
      refusal = (error as Error).message
    }
  }
  // Conditions may exclude each other, so not every combination of texts is a statement.
  if (described.length === 0) return `PostgreSQL refuses it: ${refusal}`
  return [...new Set(described.flatMap((each) => compareRow(site, each, catalog)))]
}
