/** A part of a source file, and its replacement. */
export interface Edit {
  start: number
  end: number
  code: string
}

/** Returns a part of the source with its edits. The number of lines is unchanged, so errors refer to lines of the source. */
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
  // Within the braces of JSX, where a line break is not text.
  return code.endsWith('}') ? `${code.slice(0, -1)}${missing}}` : code + missing
}

const linesOf = (code: string): number => code.split('\n').length
