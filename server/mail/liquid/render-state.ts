import { type Context, Drop } from 'liquidjs'

/** Output of a template, already escaped for its mode. Printing it must not escape it again. */
export class Rendered extends Drop {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override valueOf(): string {
    return this.text
  }

  toString(): string {
    return this.text
  }
}

/** Returns the text of a value. A list prints its items without commas, as everywhere in Liquid; an object prints nothing. */
export function printed(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(printed).join('')
  return typeof value === 'object' && !(value instanceof Rendered) ? '' : String(value)
}

/** Remaining limits of a render, and its data other than variables. Stored in the context's register `render`. */
export interface RenderState {
  output: { left: number }
  loops: { left: number }
  linkUrl: LinkUrl
  /** Values are printed as HTML. */
  is_html: boolean
  /** Values that the template assigned, by name, for links. */
  assigned: Map<string, Traced>
}

/** A value with its text, in which marks surround text that the creator did not write. */
export interface Traced {
  value: unknown
  text: string
}

/** Returns the address for a counted link whose target differs per recipient. */
export type LinkUrl = (number: number, url: string) => string

export function renderState(ctx: Context): RenderState {
  return ctx.getRegister('render' as never) as RenderState
}
