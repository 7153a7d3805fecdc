// Finds the possible values of an SQL expression, without running the function that contains it.
import { createRequire } from 'node:module'
import type { Node } from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Checker, Project, Symbol as TypeSymbol } from 'typescript/unstable/sync'
import { SymbolFlags } from 'typescript/unstable/sync'

/** The possible values of an expression: a condition has the values of both sides. `undefined` if any is unknown. */
type Values = unknown[] | undefined
/** Values of parameters, by the id of their symbol. */
type Bindings = ReadonlyMap<number, Values>

/** More possible values add no information. */
const MAX_VALUES = 16
const MAX_DEPTH = 40

const require = createRequire(import.meta.url)

export class TextFinder {
  readonly #project: Project
  readonly #root: string

  constructor(project: Project, root: string) {
    this.#project = project
    this.#root = root
  }

  /** Returns the possible texts of an expression, or undefined if they are known only at run time. */
  textsOf(node: Node): string[] | undefined {
    const values = this.#values(node, new Map(), 0)
    return values?.every((value) => typeof value === 'string') ? [...new Set(values)] : undefined
  }

  get #checker(): Checker {
    return this.#project.checker
  }

  #values(node: Node | undefined, bound: Bindings, depth: number): Values {
    if (!node || depth > MAX_DEPTH) return undefined
    const inner = (each: Node | undefined, bindings = bound) => this.#values(each, bindings, depth + 1)
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (is.isNumericLiteral(node)) return [Number(node.text)]
    if (node.kind === SyntaxKind.TrueKeyword) return [true]
    if (node.kind === SyntaxKind.FalseKeyword) return [false]
    if (node.kind === SyntaxKind.NullKeyword) return [null]
    if (
      is.isParenthesizedExpression(node) ||
      is.isAsExpression(node) ||
      is.isSatisfiesExpression(node) ||
      is.isNonNullExpression(node)
    )
      return inner(node.expression)
    if (is.isTemplateExpression(node)) {
      const literals = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      return product(
        node.templateSpans.map(({ expression }, index) => inner(expression) ?? anyOf(literals[index] ?? '', index)),
        (parts) => literals[0] + parts.map((part, index) => `${written(part)}${literals[index + 1]}`).join(''),
      )
    }
    if (is.isBinaryExpression(node)) return this.#ofOperator(node, inner)
    if (is.isConditionalExpression(node)) return either(inner(node.whenTrue), inner(node.whenFalse))
    if (is.isArrayLiteralExpression(node)) {
      const items = node.elements.map((item) => (is.isSpreadElement(item) ? inner(item.expression) : inner(item)))
      return product(items, (all) =>
        all.flatMap((item, index) => (is.isSpreadElement(node.elements[index] as Node) ? (item as unknown[]) : [item])),
      )
    }
    if (is.isObjectLiteralExpression(node)) return this.#ofObject(node, inner)
    if (is.isArrowFunction(node) || is.isFunctionExpression(node)) return [this.#callable(node, bound, depth)]
    if (is.isIdentifier(node)) return this.#ofName(node, bound, depth) ?? this.#ofType(node)
    if (is.isPropertyAccessExpression(node)) {
      const objects = inner(node.expression)
      return objects?.every(isObject)
        ? objects.map((object) => Reflect.get(object, node.name.text))
        : this.#ofType(node)
    }
    if (is.isElementAccessExpression(node)) {
      const objects = inner(node.expression)
      if (!objects?.every(isObject)) return this.#ofType(node)
      const keys = inner(node.argumentExpression)
      return capped(
        objects.flatMap((object) => keys?.map((key) => Reflect.get(object, key as string)) ?? Object.values(object)),
      )
    }
    if (is.isCallExpression(node)) return this.#ofCall(node, bound, depth) ?? this.#ofType(node)
    return undefined
  }

  #ofOperator(node: Node & { operatorToken: Node; left: Node; right: Node }, inner: (node: Node) => Values): Values {
    const [left, right] = [inner(node.left), inner(node.right)]
    switch (node.operatorToken.kind) {
      case SyntaxKind.PlusToken:
        return product([left, right], ([a, b]) => (a as number) + (b as number))
      case SyntaxKind.MinusToken:
        return product([left, right], ([a, b]) => (a as number) - (b as number))
      case SyntaxKind.AsteriskToken:
        return product([left, right], ([a, b]) => (a as number) * (b as number))
      case SyntaxKind.QuestionQuestionToken:
      case SyntaxKind.BarBarToken:
        return either(left?.filter(Boolean), right)
      default:
        return undefined
    }
  }

  #ofObject(node: Node & { properties: readonly Node[] }, inner: (node: Node) => Values): Values {
    const entries: [string, Values][] = []
    for (const property of node.properties) {
      if (is.isPropertyAssignment(property))
        entries.push([property.name.getText().replace(/^['"]|['"]$/g, ''), inner(property.initializer)])
      else if (is.isShorthandPropertyAssignment(property)) entries.push([property.name.getText(), inner(property.name)])
      else return undefined
    }
    // Unknown properties matter only if they are read.
    return product(
      entries.map(([, values]) => values ?? [undefined]),
      (values) => Object.fromEntries(entries.map(([name], index) => [name, values[index]])),
    )
  }

  /** Returns the literals of a type such as `'asc' | 'desc'`. */
  #ofType(node: Node): Values {
    const type = this.#checker.getTypeAtLocation(node)
    const types = type?.isUnionType() ? type.getTypes() : type ? [type] : []
    if (types?.length === 0 || !types?.every((each) => each.isStringLiteralType() || each.isNumberLiteralType()))
      return undefined
    return capped(types.map((each) => (each as unknown as { value: unknown }).value))
  }

  #declared(node: Node): { symbol: TypeSymbol; declaration: Node | undefined } | undefined {
    let symbol = this.#checker.getSymbolAtLocation(node)
    if (symbol && node.parent && is.isShorthandPropertyAssignment(node.parent))
      symbol = this.#checker.getShorthandAssignmentValueSymbol(node.parent) ?? symbol
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol)
    return symbol && { symbol, declaration: symbol.valueDeclaration?.resolve(this.#project) }
  }

  #ofName(node: Node, bindings: Bindings, depth: number): Values {
    const found = this.#declared(node)
    if (!found?.declaration) return undefined
    const { symbol, declaration } = found
    if (bindings.has(symbol.id)) return bindings.get(symbol.id)
    if (is.isFunctionDeclaration(declaration)) return [this.#callable(declaration, new Map(), depth)]
    if (!is.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined
    const { initializer } = declaration
    // A loop fills the array later.
    if (initializer && is.isArrayLiteralExpression(initializer) && initializer.elements.length === 0) return undefined
    const loop = declaration.parent?.parent
    if (loop && is.isForOfStatement(loop)) return this.#values(loop.expression, bindings, depth + 1)?.flat()
    return this.#exported(declaration, symbol.name) ?? this.#values(initializer, bindings, depth + 1)
  }

  /** Returns the value of an exported constant or function, read from its module. */
  #exported(declaration: Node, name: string): Values {
    const file = declaration.getSourceFile().fileName
    const top = is.isVariableDeclaration(declaration) ? declaration.parent?.parent?.parent : declaration.parent
    if (!top || !is.isSourceFile(top) || !file.startsWith(`${this.#root}/server/`) || /test\.ts$/.test(file))
      return undefined
    const statement = is.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    if (!statement.getText().startsWith('export ')) return undefined
    try {
      const value: unknown = require(file)[name]
      return value === undefined ? undefined : [value]
    } catch {
      return undefined
    }
  }

  #ofCall(node: Node & { expression: Node; arguments: readonly Node[] }, bindings: Bindings, depth: number): Values {
    const args = node.arguments.map((arg) => this.#values(arg, bindings, depth + 1))
    if (is.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const owners: Values =
        is.isIdentifier(expression) && expression.text in BUILT_IN
          ? [BUILT_IN[expression.text]]
          : this.#values(expression, bindings, depth + 1)
      return product([owners, ...args], ([owner, ...given]) => {
        const method = owner === null || owner === undefined ? undefined : (owner as Record<string, unknown>)[name.text]
        if (typeof method !== 'function') throw new Unknown()
        return method.apply(owner, given)
      })
    }
    if (!is.isIdentifier(node.expression)) return undefined
    if (node.expression.text === 'String') return product(args, ([value]) => String(value))
    const found = this.#declared(node.expression)
    if (!found?.declaration) return undefined
    const { declaration, symbol } = found
    const exported = this.#exported(declaration, symbol.name)?.[0]
    if (typeof exported === 'function' && args.every(Boolean)) {
      const values = product(args, (given) => exported(...given))
      if (values?.every((value) => value !== undefined && !(value instanceof Promise))) return values
    }
    if (is.isFunctionDeclaration(declaration)) return this.#call(declaration, args, new Map(), depth + 1)
    if (!is.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined
    const { initializer } = declaration
    return initializer && (is.isArrowFunction(initializer) || is.isFunctionExpression(initializer))
      ? this.#call(initializer, args, bindings, depth + 1)
      : undefined
  }

  /** Returns a function that others, such as `map`, can call. */
  #callable(declaration: Callable, bound: Bindings, depth: number): (...given: unknown[]) => unknown {
    return (...given) => {
      const values = this.#call(
        declaration,
        given.map((value) => [value]),
        bound,
        depth + 1,
      )
      if (!values) throw new Unknown()
      return values[0]
    }
  }

  /** Returns the values of all `return` statements of a function. */
  #call(declaration: Callable, args: readonly Values[], bound: Bindings, depth: number): Values {
    const inner_bindings = new Map(bound)
    for (const [index, parameter] of declaration.parameters.entries()) {
      if (!is.isParameterDeclaration(parameter)) return undefined
      const values =
        args[index] ?? (index >= args.length ? this.#values(parameter.initializer, bound, depth + 1) : undefined)
      this.#bind(parameter.name, values, inner_bindings)
    }
    const { body } = declaration
    if (!body) return undefined
    if (!is.isBlock(body)) return this.#values(body, inner_bindings, depth + 1)
    const returned = returnsOf(body)
    return returned.length === 0
      ? undefined
      : returned
          .map((node) => this.#values(node, inner_bindings, depth + 1))
          .reduce((all, values) => either(all, values))
  }

  #bind(name: Node, values: Values, bindings: Map<number, Values>): void {
    if (is.isObjectBindingPattern(name)) {
      for (const element of name.elements) {
        const key = (element.propertyName ?? element.name)?.getText() ?? ''
        if (element.name)
          this.#bind(
            element.name,
            values?.every(isObject) ? values.map((each) => Reflect.get(each, key)) : undefined,
            bindings,
          )
      }
      return
    }
    if (is.isArrayBindingPattern(name)) {
      for (const [index, element] of name.elements.entries())
        if (is.isBindingElement(element) && element.name)
          this.#bind(
            element.name,
            values?.every(Array.isArray) ? values.map((each) => each[index]) : undefined,
            bindings,
          )
      return
    }
    const symbol = this.#checker.getSymbolAtLocation(name)
    if (symbol) bindings.set(symbol.id, values)
  }
}

type Callable = Node & { parameters: readonly Node[]; body?: Node | undefined }

class Unknown extends Error {}

/** Replaces an unknown condition or parameter number. Neither changes the columns. */
function anyOf(before: string, index: number): Values {
  if (/\b(?:where|and|or|not|on|when)\s*\(*$/i.test(before)) return ['true']
  return before.endsWith('$') ? [FIRST_FREE + index] : undefined
}

/** No statement has 60 parameters. */
const FIRST_FREE = 60

/** Returns text for a template. Anything else is an error in this class. */
function written(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Unknown()
}

const BUILT_IN: Record<string, unknown> = { Object, Array, JSON, Math, Number, String }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const capped = (values: unknown[]): Values => values.slice(0, MAX_VALUES)

const either = (a: Values, b: Values): Values => a && b && capped([...a, ...b])

/** Applies a function to each combination of the possible values. */
function product(parts: readonly Values[], make: (values: unknown[]) => unknown): Values {
  let combinations: unknown[][] = [[]]
  for (const values of parts) {
    if (!values) return undefined
    combinations = combinations.flatMap((before) => values.map((value) => [...before, value])).slice(0, MAX_VALUES)
  }
  try {
    return combinations.map(make)
  } catch {
    return undefined
  }
}

const isConstant = (declaration: Node): boolean => /^const\b/.test(declaration.parent?.getText() ?? '')

function returnsOf(node: Node): Node[] {
  const nodes: Node[] = []
  node.forEachChild((child) => {
    if (is.isReturnStatement(child)) {
      if (child.expression) nodes.push(child.expression)
    } else if (!is.isArrowFunction(child) && !is.isFunctionExpression(child) && !is.isFunctionDeclaration(child))
      nodes.push(...returnsOf(child))
  })
  return nodes
}
