/** A part of a source file, and what is written instead. */
export interface Edit {
  start: number
  end: number
  code: string
}

/** Returns a part of the source with its edits. It has as many lines as before, so errors name the line of the source. */
export function applied(
  source: string,
  { start, end }: { start: number; end: number },
  edits: readonly Edit[],
): string {
  let code = ''
  let at = start
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    code += source.slice(at, edit.start) + withLines(edit.code, source.slice(edit.start, edit.end))
    at = edit.end
  }
  return code + source.slice(at, end)
}

function withLines(code: string, before: string): string {
  const missing = '\n'.repeat(Math.max(0, linesOf(before) - linesOf(code)))
  // Inside the braces of JSX, where a line break is no text.
  return code.endsWith('}') ? `${code.slice(0, -1)}${missing}}` : code + missing
}

const linesOf = (code: string): number => code.split('\n').length
