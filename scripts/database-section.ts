// npm run db:docs: writes the section "What the database does by itself" of docs/architecture.md; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, sourceFiles } from './checks/source-files.ts'
import { databaseSection } from './definitions/database-section.ts'
import { inspectDefinitions, readDefinitions } from './definitions/definitions.ts'

const FILE = path.join(root, 'docs/architecture.md')
const BETWEEN = /(?<=<!-- database -->\n)[\s\S]*?(?=\n<!-- \/database -->)/

const files = await readDefinitions()
const problems = inspectDefinitions(files)
const sources = sourceFiles(['ts'])
  .filter((file) => file.startsWith('server/') && !/\.test\.ts$|\/(testing|generated)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const text = readFileSync(FILE, 'utf8')
const written = text.replace(BETWEEN, () => databaseSection(files, sources))
if (!BETWEEN.test(text))
  problems.push('docs/architecture.md has no place for the section: <!-- database --> ... <!-- /database -->')
else if (!process.argv.includes('--check')) writeFileSync(FILE, written)
else if (written !== text)
  problems.push('docs/architecture.md does not list the files of server/**/database: npm run db:docs')
for (const line of problems) console.error(line)
process.exitCode = problems.length > 0 ? 1 : 0
