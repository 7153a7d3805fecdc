import ts from 'typescript'

/**
 * Returns what breaks for programs written with the types of a release when they get later ones, as the compiler's texts: a method, parameter or
 * field that is gone, or a value that is now required or has another type. Empty if everything still compiles.
 */
export function breakingChanges(before: string, after: string): string[] {
  const text = `${CALLS}
namespace Before {${strict(before)}}
namespace After {${strict(after)}}
declare const after: After.Resources
export const before: Before.Resources = after
`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    noErrorTruncation: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2020.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, target, ...rest) =>
    name === FILE ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').pop()?.trim() ?? '')
}

const FILE = 'types.ts'
const CALLS = `type Call<T> = Promise<T>
type List<Name extends string, Row> = Promise<{ [K in Name]: Row[] }>
interface PageQuery { after?: string; before?: string; per_page?: number; include_total_count?: boolean }
interface Pagination { end_cursor: string | null }
interface RequestOptions { signal?: unknown }
interface Blob { size: number }
interface FormData { set: unknown }
`

/** Writes methods as properties. Parameters of methods are compared both ways, so one that is required now would not be noticed. */
const strict = (types: string) =>
  types
    .slice(types.indexOf('export '), types.indexOf('export interface Operations '))
    .replace(/^( +)(\w+)\((.*)\): (Call|List)</gm, '$1$2: ($3) => $4<')
