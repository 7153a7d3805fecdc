/** Declarations that keep text readable: none that hides, moves or shrinks it. */
const SIZES: readonly [RegExp, RegExp][] = [
  [/^(?:max-|min-)?width$/, /^(?:auto|none|100%|[5-9]\d%|[1-9]\d\dpx)$/],
  [/^height$/, /^auto$/],
  [/^padding(?:-(?:top|right|bottom|left))?$/, /^(?:\d{1,2}(?:px)?\s*){1,4}$/],
  [/^font-size$/, /^(?:1[1-9]|[2-9]\d)px$/],
  [/^line-height$/, /^(?:1(?:\.\d+)?|2|1[2-9]px|[2-9]\dpx|1\d\d%)$/],
  [/^text-align$/, /^(?:left|right|center|start|end)$/],
  [/^display$/, /^(?:block|inline-block|table|table-cell|table-row)$/],
  [/^float$/, /^(?:none|left|right)$/],
]

/** Returns a declaration that keeps text readable, marked as important because other rules become `style` attributes. Null for others. */
export function sizeOf({ prop, value }: { prop: string; value: string }): string | null {
  const isSize = SIZES.some(([name, allowed]) => name.test(prop) && allowed.test(value.trim()))
  return isSize ? `${prop}:${value.trim()} !important` : null
}
