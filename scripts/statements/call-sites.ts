// The statements in the sources: their text, and the declared type of their rows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import { root } from '../checks/source-files.ts'
import { TextFinder } from './text-of.ts'

export interface Column {
  name: string
  /** JavaScript types of its values: `number`, `string[]`, `null`. `any` matches everything. */
  forms: string[]
  /** Its only possible values, if they are limited. */
  literals: string[] | undefined
}

export interface CallSite {
  /** `server/modules/tags/lock.ts:18` */
  place: string
  /** `server/modules/tags/lock.ts#lockTags` */
  owner: string
  /** Undefined if the text is known only at run time. */
  texts: string[] | undefined
  /** Declared columns. Undefined if rows are not read, or are read without a type. */
  columns: Column[] | undefined
  /** True if 64-bit integers become numbers (server/db/client.ts#poolExecutor). Other connections return them as text. */
  has_numbers: boolean
}

const METHODS = /^#?(rows|one|query|run|bytes)$/
const FUNCTIONS = new Set(['poolRows', 'attemptStatement', 'writeStatement'])
const ELSEWHERE = /\/server\/(testing|jobs\/(testing|conformance)|db\/generated|seeding)\/|\.test\.ts$/

/** Reads all statements of the server. It takes seconds, because the compiler reads the whole program. */
export function readCallSites(files?: readonly string[]): CallSite[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'statements-'))
  const config = path.join(folder, 'tsconfig.json')
  const pathOf = (name: string) => path.join(root, name)
  writeFileSync(
    config,
    JSON.stringify({
      extends: pathOf('tsconfig.json'),
      compilerOptions: {
        paths: { '@/*': [pathOf('*')] },
        typeRoots: [pathOf('node_modules/@types')],
        incremental: false,
        tsBuildInfoFile: null,
      },
      ...(files ? { files } : { include: [pathOf('server/**/*.ts'), pathOf('scripts/untyped.d.ts')] }),
      exclude: [pathOf('**/*.test.ts')],
    }),
  )
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error('The compiler did not open the project')
    return new CallSites(project).read(files)
  } finally {
    api.close()
    rmSync(folder, { recursive: true })
  }
}

class CallSites {
  readonly #project: Project
  readonly #texts: TextFinder

  constructor(project: Project) {
    this.#project = project
    this.#texts = new TextFinder(project, root)
  }

  get #checker(): Checker {
    return this.#project.checker
  }

  read(files?: readonly string[]): CallSite[] {
    const names =
      files ?? this.#project.program.getSourceFileNames().filter((name) => name.startsWith(path.join(root, 'server/')))
    const calls = names.filter((name) => !ELSEWHERE.test(name)).flatMap((name) => this.#callsOf(name))
    const types = this.#checker.getTypeAtLocation(calls)
    const receivers = this.#checker.getTypeAtLocation(calls.map(receiverOf))
    return calls.flatMap((call, index) => this.#callSite(call, types[index], receivers[index]) ?? [])
  }

  #callsOf(name: string): CallExpression[] {
    const file = this.#project.program.getSourceFile(name)
    const calls: CallExpression[] = []
    const visit = (node: Node): void => {
      if (is.isCallExpression(node)) {
        const { expression } = node
        if (
          is.isPropertyAccessExpression(expression)
            ? METHODS.test(expression.name.text)
            : is.isIdentifier(expression) && FUNCTIONS.has(expression.text)
        )
          calls.push(node)
      }
      node.forEachChild(visit)
    }
    file?.forEachChild(visit)
    return calls
  }

  #callSite(call: CallExpression, type: Type | undefined, receiver: Type | undefined): CallSite | undefined {
    const promised = type && this.#arguments(type)[0]
    if (!promised || nameOf(type) !== 'Promise') return undefined
    const { expression } = call
    const method = is.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
    const row = this.#rowOf(promised, method)
    const isOfAccount = receiver !== undefined && nameOf(receiver) === 'AccountSql'
    if (row === undefined || (method === 'run' && !isOfAccount)) return undefined
    const text = textArgument(call, method)
    if (!text) return undefined
    const file = call.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(expression.end)
    return {
      place: `${path.relative(root, file.fileName)}:${line + 1}`,
      owner: `${path.relative(root, file.fileName)}#${ownerOf(call)}`,
      texts: this.#texts.textsOf(text),
      columns: row ? this.#columnsOf(row) : undefined,
      has_numbers: isOfAccount || /Statement$/.test(method),
    }
  }

  /** Returns the type of a row, null if rows are not read, and undefined if the call does not run a statement. */
  #rowOf(promised: Type, method: string): Type | null | undefined {
    if (method === 'run') return promised.flags & TypeFlags.Number ? null : undefined
    if (method === 'bytes') return nameOf(promised) === 'RowBytes' ? null : undefined
    const present = promised.isUnionType()
      ? promised.getTypes().filter(({ flags }) => !(flags & TypeFlags.Undefined))
      : [promised]
    const [only] = present
    if (!only || present.length > 1) return undefined
    if (method === 'query') return nameOf(only) === 'QueryResult' ? (this.#arguments(only)[0] ?? null) : undefined
    return this.#checker.isArrayType(only) ? (this.#arguments(only)[0] ?? null) : only
  }

  #arguments(type: Type): readonly Type[] {
    return type.isTypeReference() ? this.#checker.getTypeArguments(type) : []
  }

  #columnsOf(row: Type): Column[] | undefined {
    if (row.flags & (TypeFlags.AnyOrUnknown | TypeFlags.TypeParameter)) return undefined
    const properties = this.#checker.getPropertiesOfType(row)
    if (properties.length === 0) return undefined
    const types = this.#checker.getTypeOfSymbol(properties)
    return properties.map(({ name }, index) => this.#columnOf(name, types[index]))
  }

  #columnOf(name: string, type: Type | undefined): Column {
    if (!type) return { name, forms: ['any'], literals: undefined }
    const types = type.isUnionType() ? type.getTypes() : [type]
    const literals = types.flatMap((each) => (each.isStringLiteralType() ? [each.value] : []))
    const isClosed = types.every(({ flags }) => flags & (TypeFlags.StringLiteral | TypeFlags.Nullable))
    return {
      name,
      forms: [...new Set(types.map((each) => this.#formOf(each)))],
      literals: isClosed && literals.length > 0 ? literals : undefined,
    }
  }

  #formOf(type: Type): string {
    const { flags } = type
    if (flags & TypeFlags.StringLike) return 'string'
    if (flags & TypeFlags.NumberLike) return 'number'
    if (flags & TypeFlags.BooleanLike) return 'boolean'
    if (flags & TypeFlags.Null) return 'null'
    if (flags & TypeFlags.Undefined) return 'undefined'
    if (this.#checker.isArrayLikeType(type) && this.#arguments(type)[0]) {
      const item = this.#columnOf('', this.#arguments(type)[0])
      return `${item.forms.filter((form) => form !== 'null').join('|')}[]`
    }
    if (type.isIntersectionType()) {
      const forms = type.getTypes().map((each) => this.#formOf(each))
      return forms.find((form) => form !== 'object') ?? 'object'
    }
    if (flags & TypeFlags.Object) return ['Date', 'Buffer'].find((name) => name === nameOf(type)) ?? 'object'
    return 'any'
  }
}

/** Returns the object of a method, or the function itself. */
const receiverOf = ({ expression }: CallExpression): Node =>
  is.isPropertyAccessExpression(expression) ? expression.expression : expression

/** Returns the first argument, or the second if the first is the context. */
function textArgument(call: CallExpression, method: string): Node | undefined {
  const argument = call.arguments[/Statement$/.test(method) ? 1 : 0]
  if (!argument || !is.isObjectLiteralExpression(argument)) return argument
  for (const property of argument.properties) {
    if (is.isPropertyAssignment(property) && property.name.getText() === 'text') return property.initializer
    if (is.isShorthandPropertyAssignment(property) && property.name.getText() === 'text') return property.name
  }
  return undefined
}

/** Returns the name of the file's top-level declaration. */
function ownerOf(node: Node): string {
  let top = node
  while (top.parent && !is.isSourceFile(top.parent)) top = top.parent
  const declared = is.isVariableStatement(top) ? top.declarationList.declarations[0] : top
  return (declared as { name?: Node }).name?.getText() ?? ''
}

const nameOf = (type: Type): string | undefined => type.getSymbol()?.name
