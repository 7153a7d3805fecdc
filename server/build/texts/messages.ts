import type { CallExpression, Node } from '@oxc-project/types'
import { parseSync, Visitor } from 'rolldown/utils'
import { markedMessage, ZOD } from './what-is-text.ts'

/** Functions that create an error whose messages callers see. */
const ERRORS = new Set(['invalid', 'conflict', 'notFound', 'forbidden', 'unavailable', 'rateLimited'])

/**
 * Returns the messages of services and schemas that are plain strings. They are English where they are created; the dashboard shows them in its
 * language (server/trpc/problems.ts, components/ui/form.tsx). Messages with values use `t`.
 */
export function messagesOf(source: string): { message: string; start: number }[] {
  const messages: { message: string; start: number }[] = []
  const add = (node: Node | null | undefined) => {
    if (node?.type === 'ArrayExpression') for (const one of node.elements) add(one)
    else if (node?.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) add(one)
    else if (node?.type === 'Literal' && typeof node.value === 'string' && /^\p{Lu}.* /u.test(node.value))
      messages.push({ message: node.value, start: node.start })
  }
  new Visitor({
    CallExpression({ callee, arguments: args }: CallExpression) {
      if (callee.type === 'Identifier' && ERRORS.has(callee.name)) add(args[0])
      if (callee.type !== 'MemberExpression' || !ZOD.test(source.slice(callee.start, callee.end))) return
      for (const argument of args)
        if (argument.type !== 'ObjectExpression') add(argument)
        else
          for (const property of argument.properties)
            if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'error')
              add(property.value)
    },
    // Messages that are used more than once have a name.
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && /^[A-Z][A-Z_]+$/.test(id.name) && init?.type === 'Literal') add(init)
    },
  }).visit(parseSync('messages.ts', source).program)
  return messages.sort((a, b) => a.start - b.start)
}

/**
 * Returns the messages of errors with values that do not use `t`, so no catalog contains them. Errors about a parameter of the API begin with
 * its name, and are English like the API.
 */
export function unmarkedErrors(source: string): { message: string; start: number }[] {
  const messages: { message: string; start: number }[] = []
  const look = (node: Node | null | undefined) => {
    if (node?.type === 'ArrayExpression') for (const one of node.elements) look(one)
    else if (node?.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) look(one)
    else if (node?.type === 'TemplateLiteral' && node.expressions.length > 0) {
      const message = markedMessage(node)
      if (/^\P{Ll}.*\p{L}{2}/u.test(message)) messages.push({ message, start: node.start })
    }
  }
  new Visitor({
    CallExpression({ callee, arguments: args }: CallExpression) {
      if (callee.type === 'Identifier' && ERRORS.has(callee.name)) for (const one of args) look(one)
    },
  }).visit(parseSync('messages.ts', source).program)
  return messages
}
