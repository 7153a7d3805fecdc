import { type Context, Output, type Template, type Token, TypeGuards, toValueSync, Value } from 'liquidjs'

/** Adjacent tags without text between them share a slot. Variables assigned in one slot are visible in the next. */
export function splitTemplates(templates: readonly Template[]): { fixed: string[]; slots: Template[][] } {
  const fixed = ['']
  const slots: Template[][] = []
  let isOpen = false
  for (const template of templates) {
    if (isFixedText(template)) {
      fixed[fixed.length - 1] += template.str
      isOpen &&= template.str === ''
    } else if (isOpen) {
      slots.at(-1)?.push(template)
    } else {
      slots.push([template])
      fixed.push('')
      isOpen = true
    }
  }
  return { fixed, slots }
}

/** A slot that only prints a variable. */
export interface PlainSlot {
  path: readonly string[]
  /** True if `default` replaces an empty value, which LiquidJS evaluates. */
  has_default: boolean
}

/**
 * Returns the variable of a slot that is only `{{ a.b.c }}` or `{{ a.b.c | default: "text" }}`. Its value is read without evaluation. Each link
 * of an email is such a slot, and most greetings are: an email with thirty links renders about ten times as fast.
 */
export function plainSlot(slot: readonly Template[]): PlainSlot | undefined {
  const [output] = slot
  if (slot.length !== 1 || !(output instanceof Output)) return undefined
  const { initial, filters } = output.value
  // The last filter escapes the output, and has no name.
  const named = filters.slice(0, -1)
  const has_default = named.length === 1 && named[0]?.name === 'default' && named[0].args.length === 1
  if (named.length > 0 && !has_default) return undefined
  const [token, ...more] = initial.postfix
  if (more.length > 0 || !TypeGuards.isPropertyAccessToken(token) || token.variable !== undefined) return undefined
  const path: string[] = []
  for (const prop of token.props) {
    if (!TypeGuards.isWordToken(prop) || ['size', 'first', 'last'].includes(prop.content)) return undefined
    path.push(prop.content)
  }
  return path.length > 0 ? { path, has_default } : undefined
}

/** Returns the source of a slot that is only an output, such as `{{ subscriber.first_name | default: "friend" }}`. It assigns nothing. */
export function repeatedOutput(slot: readonly Template[]): string | undefined {
  const [output] = slot
  return slot.length === 1 && output instanceof Output ? output.token.getText() : undefined
}

/** Returns whether a slot contains only outputs, which assign nothing. */
export const printsOnly = (slot: readonly Template[]): slot is readonly Output[] =>
  slot.every((template) => template instanceof Output)

/**
 * Returns whether a slot prints only given variables, so its text is known before a message is built. Dates are excluded, because they may
 * depend on the time of sending.
 */
export function isGiven(slot: readonly Template[], given: Readonly<Record<string, unknown>>): boolean {
  if (!printsOnly(slot)) return false
  if (slot.some(({ value }) => value.filters.some(({ name }) => name?.includes('date')))) return false
  return slot.every((output) => {
    const paths = variablesOf([output])
    return paths.length > 0 && paths.every(([name = '']) => Object.hasOwn(given, name))
  })
}

/** Returns whether the template has assigned variables, so the same output can print something else. */
export function hasAssigned(ctx: Context): boolean {
  for (const _name in ctx.bottom()) return true
  return false
}

/**
 * Returns the text, number or boolean that the slot prints, or undefined if LiquidJS must evaluate it.
 * @param ctx has what the template assigned; undefined if it assigns nothing
 */
export function readPlain(
  variables: Readonly<Record<string, unknown>>,
  slot: PlainSlot | undefined,
  ctx: Context | undefined,
): string | number | boolean | undefined {
  if (slot?.path[0] === undefined || (ctx && slot.path[0] in ctx.bottom())) return undefined
  let value: unknown = variables
  for (const name of slot.path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  if (slot.has_default && (value === '' || value === false)) return undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function isFixedText(template: Template): template is Template & { str: string } {
  return !(template instanceof Output) && 'str' in template && typeof template.str === 'string'
}

/**
 * Returns the variables that templates read and do not assign, as names and properties: `['subscriber', 'first_name']`. Each is repeated for
 * every use, in that order. The analysis of LiquidJS counts the lines before each variable, which takes quadratic time.
 */
export function variablesOf(templates: readonly Template[]): string[][] {
  const paths: string[][] = []
  // Templates assign to one scope; loops have their own scope within it.
  const assigned = new Set<string>()
  const loops: ReadonlySet<string>[] = []
  const isLocal = (name: string) => assigned.has(name) || loops.some((names) => names.has(name))
  const read = (path: string[]) => {
    const [name] = path
    if (name !== undefined && !isLocal(name)) paths.push(path)
  }
  const visit = (template: Template) => {
    for (const argument of template.arguments?.() ?? []) readPaths(argument, read)
    for (const { content } of template.localScope?.() ?? []) assigned.add(content)
    if (!template.children) return
    if (template.blockScope) loops.push(new Set(template.blockScope()))
    for (const child of toValueSync(template.children(false, true)) as Template[]) visit(child)
    if (template.blockScope) loops.pop()
  }
  for (const template of templates) visit(template)
  return paths
}

/** Calls `read` with each path in an expression. */
function readPaths(expression: Value | Token, read: (path: string[]) => void): void {
  if (expression instanceof Value || TypeGuards.isFilteredValueToken(expression)) {
    for (const token of expression.initial.postfix) readPaths(token, read)
    for (const { args } of expression.filters)
      for (const arg of args) {
        const value = Array.isArray(arg) ? arg[1] : arg
        if (value) readPaths(value, read)
      }
  } else if (TypeGuards.isRangeToken(expression)) {
    readPaths(expression.lhs, read)
    readPaths(expression.rhs, read)
  } else if (TypeGuards.isPropertyAccessToken(expression)) read(pathOf(expression, read))
}

/** A property name that is read from a variable is unknown, so it ends the path, and is read separately. */
function pathOf({ props }: { props: readonly Token[] }, read: (path: string[]) => void): string[] {
  const path: string[] = []
  for (const [at, prop] of props.entries()) {
    if (TypeGuards.isPropertyAccessToken(prop)) {
      const inner = pathOf(prop, read)
      if (at > 0) {
        read(inner)
        for (const rest of props.slice(at + 1)) readPaths(rest, read)
        break
      }
      path.push(...inner)
    } else if (TypeGuards.isQuotedToken(prop) || TypeGuards.isNumberToken(prop) || TypeGuards.isWordToken(prop))
      path.push(String(prop.content))
  }
  return path
}
