// The section "What the database does by itself" of docs/architecture.md, from the definition files.
import type { CreateTrigStmt } from 'libpg-query'
import { type DefinitionFile, lastName } from './definitions.ts'

/** A source file that may set a session variable. */
export interface Source {
  file: string
  text: string
}

/** Returns the tables of the section as Markdown. */
export const databaseSection = (files: readonly DefinitionFile[], sources: readonly Source[]): string =>
  [triggerTable(files), functionTable(files), variableTable(files, sources)].join('\n\n')

function triggerTable(files: readonly DefinitionFile[]): string {
  const rows = files.flatMap(({ file, rule, definitions }) => {
    const triggers = definitions.flatMap(({ trigger }) => (trigger ? [trigger] : []))
    return [...Map.groupBy(triggers, ({ relation }) => relation?.relname ?? '')].map(([table, ofTable]) => ({
      key: `${table} ${file}`,
      row: [`\`${table}\``, ofTable.map(timeOf).join('; '), effectOf(rule), `\`${file}\``],
    }))
  })
  const sorted = rows.sort((a, b) => compare(a.key, b.key)).map(({ row }) => row)
  return markdown(['Table', 'When', 'What happens', 'File'], sorted)
}

/** Lists functions that statements call. A function that only triggers call is in the file of its trigger. */
function functionTable(files: readonly DefinitionFile[]): string {
  const called = files.filter(({ definitions }) => definitions.every(({ kind }) => kind === 'function'))
  const rows = called.flatMap(({ file, rule, definitions }) =>
    definitions.map(({ name }) => [`\`${name}\``, effectOf(rule), `\`${file}\``]),
  )
  return markdown(
    ['Function', 'What it does', 'File'],
    rows.sort(([a = ''], [b = '']) => compare(a, b)),
  )
}

const VARIABLE = /current_setting\('(envoi\.\w+)'/g

/** Lists session variables that triggers read, with the statements that set them. */
function variableTable(files: readonly DefinitionFile[], sources: readonly Source[]): string {
  const read = files.flatMap(({ file, definitions }) =>
    definitions.flatMap(({ sql }) => [...sql.matchAll(VARIABLE)].map(([, variable = '']) => ({ variable, file }))),
  )
  const rows = [...Map.groupBy(read, ({ variable }) => variable)].map(([variable, found]) => [
    `\`${variable}\``,
    pathList(found.map(({ file }) => file)),
    pathList(settersOf(variable, sources)) || 'nothing sets it: remove it',
  ])
  return markdown(
    ['Variable', 'Switches off', 'Set by'],
    rows.sort(([a = ''], [b = '']) => compare(a, b)),
  )
}

/** Returns files that contain the variable, or a constant with SQL that contains it. */
function settersOf(variable: string, sources: readonly Source[]): string[] {
  const naming = sources.filter(({ text }) => text.includes(variable))
  const constants = naming.flatMap(({ text }) =>
    [...text.matchAll(/^export const (\w+) = .*$/gm)].flatMap(([line, name = '']) =>
      line.includes(variable) ? [name] : [],
    ),
  )
  return sources
    .filter(({ text }) => text.includes(variable) || constants.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
    .map(({ file }) => file)
}

const pathList = (files: readonly string[]): string =>
  [...new Set(files)]
    .sort()
    .map((file) => `\`${file}\``)
    .join(', ')

// Bits in PostgreSQL's catalog.
const BEFORE = 2
const EVENTS = [
  [4, 'insert'],
  [16, 'update'],
  [8, 'delete'],
  [32, 'truncate'],
] as const

function timeOf({ timing = 0, events = 0, columns = [], row = false }: CreateTrigStmt): string {
  const names = columns.map((column) => lastName([column]))
  const listed = EVENTS.filter(([bit]) => events & bit).map(([, event]) =>
    event === 'update' && names.length > 0 ? `update of ${names.join(', ')}` : event,
  )
  return `${timing & BEFORE ? 'before' : 'after'} ${listed.join(' or ')}, ${row ? 'each row' : 'once per statement'}`
}

/** Returns the first sentence of a rule. */
const effectOf = (rule: string): string => (/^.*?\.(?=\s+[A-Z]|$)/.exec(rule)?.[0] ?? rule).replaceAll('|', '\\|')

const markdown = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
