import { type Context, Output, type Template, TypeGuards } from 'liquidjs'

/** Adjacent tags without text between them share a slot. Variables assigned in one slot are known in the next. */
export function splitTemplates(templates: readonly Template[]): { fixed: string[]; slots: Template[][] } {
  const fixed = ['']
  const slots: Template[][] = []
  let open = false
  for (const template of templates) {
    if (isFixedText(template)) {
      fixed[fixed.length - 1] += template.str
      open &&= template.str === ''
    } else if (open) {
      slots.at(-1)?.push(template)
    } else {
      slots.push([template])
      fixed.push('')
      open = true
    }
  }
  return { fixed, slots }
}

/**
 * Returns the path of a slot that is only `{{ a.b.c }}`, which needs no evaluation. Each link of an email has one. Reading it
 * directly makes rendering an email with thirty links about ten times as fast.
 */
export function plainPath(slot: readonly Template[]): readonly string[] | undefined {
  const [output] = slot
  if (slot.length !== 1 || !(output instanceof Output) || output.value.filters.length !== 1) return undefined
  const [token, ...more] = output.value.initial.postfix
  if (more.length > 0 || !TypeGuards.isPropertyAccessToken(token) || token.variable !== undefined) return undefined
  const path: string[] = []
  for (const prop of token.props) {
    if (!TypeGuards.isWordToken(prop) || ['size', 'first', 'last'].includes(prop.content)) return undefined
    path.push(prop.content)
  }
  return path.length > 0 ? path : undefined
}

/** Returns the source of a slot that is only an output, such as `{{ subscriber.first_name | default: "friend" }}`. It assigns nothing. */
export function repeatedOutput(slot: readonly Template[]): string | undefined {
  const [output] = slot
  return slot.length === 1 && output instanceof Output ? output.token.getText() : undefined
}

/** Whether the template has assigned variables, so the same output can print something else. */
export function hasAssigned(ctx: Context): boolean {
  for (const _name in ctx.bottom()) return true
  return false
}

/** Returns the text, number or boolean at the path, or undefined if LiquidJS must evaluate it. */
export function readPlain(
  ctx: Context,
  variables: Readonly<Record<string, unknown>>,
  path: readonly string[] | undefined,
): string | number | boolean | undefined {
  if (path?.[0] === undefined || path[0] in ctx.bottom()) return undefined
  let value: unknown = variables
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function isFixedText(template: Template): template is Template & { str: string } {
  return !(template instanceof Output) && 'str' in template && typeof template.str === 'string'
}
