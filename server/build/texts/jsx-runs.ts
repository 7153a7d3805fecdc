import type { JSXChild } from '@oxc-project/types'

interface Part {
  text: string
  /** Absent for text. */
  node?: Exclude<JSXChild, { type: 'JSXText' }>
  start: number
  end: number
  /** A space written as `{' '}`, which joins parts that a line break would separate. */
  joins?: boolean
}

/** Adjacent parts on one line: one sentence for a translator. */
export interface Run {
  parts: Part[]
  hasWords: boolean
  start: number
  end: number
}

/** Splits children where JSX drops the space between them, because then the neighbors are not one sentence. */
export function runsOf(children: readonly JSXChild[]): Run[] {
  const rows: Part[][] = [[]]
  let canJoin = false
  for (const piece of children.flatMap(piecesOf)) {
    if (piece === 'break') {
      if (!canJoin) rows.push([])
    } else if (piece !== 'none') {
      if (piece.joins && rows.at(-1)?.length === 0) rows.pop()
      if (rows.length === 0) rows.push([])
      rows.at(-1)?.push(piece)
      canJoin = piece.joins === true
    }
  }
  return rows.filter((parts) => parts.length > 0).map(runOf)
}

function runOf(parts: Part[]): Run {
  return {
    parts,
    hasWords: parts.some(({ node, text }) => !node && /\p{L}{2}|^\s*\p{Lu}\s*$/u.test(text)),
    start: parts[0]?.start ?? 0,
    end: parts.at(-1)?.end ?? 0,
  }
}

function piecesOf(child: JSXChild): (Part | 'break' | 'none')[] {
  if (child.type === 'JSXText') return textPieces(child.value, child.raw ?? child.value, child.start)
  const range = { start: child.start, end: child.end }
  if (child.type !== 'JSXExpressionContainer') return [{ text: '', node: child, ...range }]
  const { expression } = child
  if (expression.type === 'JSXEmptyExpression') return ['none']
  if (expression.type === 'Literal' && typeof expression.value === 'string')
    return [{ text: expression.value, ...range, joins: expression.value.trim() === '' }]
  return [{ text: '', node: child, ...range }]
}

/** Splits text like JSX: lines are trimmed and joined with a space. */
function textPieces(value: string, raw: string, start: number): (Part | 'break')[] {
  const text = value
    .split('\n')
    .map((line, index, lines) => {
      const from_start = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? from_start : from_start.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
  const before = breakIn(raw.slice(0, raw.length - raw.trimStart().length))
  if (text === '') return before > 0 ? ['break'] : []
  const after = breakIn(raw.slice(raw.trimEnd().length))
  const part = { text, start: start + before, end: start + raw.length - after }
  return [...(before > 0 ? (['break'] as const) : []), part, ...(after > 0 ? (['break'] as const) : [])]
}

/** Returns the length of white space that contains a line break, which JSX drops. */
const breakIn = (space: string): number => (space.includes('\n') ? space.length : 0)
