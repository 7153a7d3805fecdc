// Finds the regular expressions of a source file: literals, and `new RegExp` with texts that are constant.
import type { Expression, TemplateLiteral } from '@oxc-project/types'
import { parseSync, Visitor } from 'rolldown/utils'

export interface Regex {
  file: string
  line: number
  /** Undefined if it is known only at run time. */
  pattern: string | undefined
  flags: string
}

/** Tests match their own values, so their patterns may contain an id. */
const MAY_BUILD = /\.test\.tsx?$|^server\/testing\//

export function readRegexes(file: string, text: string): Regex[] {
  const { program } = parseSync(file, text)
  const regexes: Regex[] = []
  const constants = new Map<string, Expression>()
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const built = ({ callee, arguments: [pattern, flags], start }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const regex = {
      file,
      line: lineOf(start),
      pattern: textOf(pattern, constants),
      flags: textOf(flags, constants) ?? '',
    }
    if (regex.pattern !== undefined || !MAY_BUILD.test(file)) regexes.push(regex)
  }
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations)
        if (kind === 'const' && id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return
      const { pattern, flags } = literal.regex
      regexes.push({ file, line: lineOf(literal.start), pattern, flags })
    },
    NewExpression: built,
    CallExpression: built,
  }).visit(program)
  return regexes
}

interface Call {
  callee: Expression
  arguments: readonly { type: string }[]
  start: number
}

/** Returns the text of a constant expression. */
function textOf(node: { type: string } | undefined, constants: ReadonlyMap<string, Expression>): string | undefined {
  const expression = node as Expression | undefined
  switch (expression?.type) {
    case 'Literal':
      return 'regex' in expression ? expression.regex.pattern : String(expression.value)
    case 'Identifier': {
      // A constant that refers to its own name, from another scope, has no text.
      const rest = new Map([...constants].filter(([name]) => name !== expression.name))
      return textOf(constants.get(expression.name), rest)
    }
    case 'MemberExpression': {
      const { property } = expression
      return property.type === 'Identifier' && property.name === 'source'
        ? textOf(expression.object, constants)
        : undefined
    }
    case 'TemplateLiteral':
      return templateOf(expression, 'cooked', constants)
    case 'TaggedTemplateExpression': {
      const { tag, quasi } = expression
      const isRaw = tag.type === 'MemberExpression' && tag.property.type === 'Identifier' && tag.property.name === 'raw'
      return isRaw ? templateOf(quasi, 'raw', constants) : undefined
    }
    case 'BinaryExpression': {
      const [left, right] = [textOf(expression.left, constants), textOf(expression.right, constants)]
      return expression.operator === '+' && left !== undefined && right !== undefined ? left + right : undefined
    }
    default:
      return undefined
  }
}

function templateOf(
  { quasis, expressions }: TemplateLiteral,
  form: 'cooked' | 'raw',
  constants: ReadonlyMap<string, Expression>,
): string | undefined {
  const values = expressions.map((expression) => textOf(expression, constants))
  if (values.includes(undefined)) return undefined
  return quasis.map(({ value }, at) => `${value[form]}${values[at] ?? ''}`).join('')
}
