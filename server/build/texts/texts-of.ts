import type { JSXChild, JSXElement, Node } from '@oxc-project/types'
import { parseSync } from 'rolldown/utils'
import { applied, type Edit } from './edits.ts'
import { type Run, runsOf } from './jsx-runs.ts'
import * as what from './what-is-text.ts'

/** A text of the interface as in catalogs: its English, with `{0}` for values and `<1>…</1>` for elements. */
interface FoundText {
  message: string
  line: number
  /** Marked by `t`, as modules of the server require, because no build generates their calls. */
  is_marked?: boolean
}

interface TextsOfFile {
  texts: FoundText[]
  /** Texts created once, when the module loads, so they cannot be in a user's language. */
  fixed: FoundText[]
  /** The file with each text replaced by a call that translates it, and with the same lines. */
  code: string
}

const IMPORT = `import{text as __text}from'@/server/lib/locale/texts.ts';import{rich as __rich}from'@/components/rich-text.ts';`

interface Place {
  edits: Edit[]
  /** True if the code runs when a page is rendered, false if it runs when the module loads. */
  is_late: boolean
  /** True for a parameter of a zod schema. */
  in_schema?: boolean
}

type Found<Type extends Node['type']> = Extract<Node, { type: Type }>

/** Finds the texts of a file of `app/` or `components/`, and generates the calls that translate them (decision 0115). */
export function textsOf(file: string, source: string): TextsOfFile {
  const { program } = parseSync(file, source)
  const finder = new Finder(source)
  const edits: Edit[] = []
  finder.visit(program, { edits, is_late: false })
  if (edits.length > 0) {
    const at = program.body.findLast((node) => 'directive' in node && node.directive)?.end ?? 0
    edits.push({ start: at, end: at, code: at === 0 ? IMPORT : `;${IMPORT}` })
  }
  return { texts: finder.texts, fixed: finder.fixed, code: applied(source, { start: 0, end: source.length }, edits) }
}

class Finder {
  readonly texts: FoundText[] = []
  readonly fixed: FoundText[] = []
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  visit(node: Node, place: Place): void {
    if (node.type === 'JSXElement') {
      this.visit(node.openingElement, place)
      if (!what.LITERAL_TAGS.has(tagOf(node))) this.#children(node.children, tagOf(node), place)
    } else if (node.type === 'JSXFragment') this.#children(node.children, '', place)
    else if (node.type === 'JSXAttribute') this.#attribute(node, place)
    else if (node.type === 'ObjectExpression') this.#object(node, place)
    else if (node.type === 'AssignmentPattern') this.#named(nameOf(node.left), node.right, place)
    else if (node.type === 'TaggedTemplateExpression') this.#tagged(node, place)
    else if (node.type === 'CallExpression') this.#call(node, place)
    else if (isString(node) && what.readsLikeText(shapeOf(node))) this.#literal(node, place)
    else if (isFunction(node)) this.#each(node, { ...place, is_late: true })
    else if (isTyped(node)) this.visit(node.expression, place)
    else if (!isNoText(node)) this.#each(node, place)
  }

  #each(node: Node, place: Place): void {
    const children = node.type === 'SwitchCase' ? node.consequent : childrenOf(node)
    for (const child of children) this.visit(child, place)
  }

  /** Visits an expression whose strings are always text. */
  #words(node: Node, place: Place): void {
    if (isString(node) && what.hasWords(shapeOf(node))) this.#literal(node, place)
    else if (node.type === 'ConditionalExpression') {
      this.visit(node.test, place)
      this.#words(node.consequent, place)
      this.#words(node.alternate, place)
    } else if (node.type === 'LogicalExpression') {
      if (node.operator === '&&') this.visit(node.left, place)
      else this.#words(node.left, place)
      this.#words(node.right, place)
    } else if (isTyped(node)) this.#words(node.expression, place)
    else if (node.type === 'ArrowFunctionExpression') this.#madeBy(node, place)
    else this.visit(node, place)
  }

  /** Visits a function that returns a text. */
  #madeBy({ params, body }: Found<'ArrowFunctionExpression'>, place: Place): void {
    const late = { ...place, is_late: true }
    for (const param of params) this.visit(param, late)
    if (body.type === 'BlockStatement') this.visit(body, late)
    else this.#words(body, late)
  }

  #named(name: string, node: Node, place: Place): void {
    if (what.isShown(name)) this.#words(node, place)
    else this.visit(node, place)
  }

  #literal(node: Node, { edits, is_late }: Place): void {
    const values: string[] = []
    let message = ''
    if (node.type === 'TemplateLiteral')
      node.quasis.forEach((quasi, index) => {
        message += quasi.value.cooked
        const value = node.expressions[index]
        if (!value) return
        message += `{${values.length}}`
        values.push(this.#wordsOf(value, is_late))
      })
    else message = shapeOf(node)
    this.#found(message, node, is_late)
    if (is_late) edits.push({ start: node.start, end: node.end, code: call('__text', message, values) })
  }

  #attribute({ name, value }: Found<'JSXAttribute'>, place: Place): void {
    if (!value || name.type !== 'JSXIdentifier' || name.name === 'className') return
    if (value.type === 'JSXExpressionContainer') this.#named(name.name, value.expression, place)
    else if (value.type === 'Literal' && what.isShown(name.name)) {
      const edits: Edit[] = []
      this.#words(value, { ...place, edits })
      place.edits.push(...edits.map((edit) => ({ ...edit, code: `{${edit.code}}` })))
    } else if (value.type !== 'Literal') this.visit(value, place)
  }

  #object(node: Found<'ObjectExpression'>, place: Place): void {
    const isMap = what.isLabelMap(node)
    for (const property of node.properties) {
      if (property.type !== 'Property') {
        this.visit(property.argument, place)
        continue
      }
      if (property.computed) this.visit(property.key, place)
      const { value } = property
      const isText = what.isShown(nameOf(property.key)) || (isMap && isString(value))
      if (place.is_late) {
        if (isText) this.#words(value, place)
        else this.visit(value, place)
      } else if (what.isShown(nameOf(property.key)) && value.type === 'MemberExpression')
        // The label of another object that is created with its module.
        place.edits.push({
          ...rangeOf(property),
          code: this.#getter(property, this.#source.slice(value.start, value.end)),
        })
      else if (place.in_schema && isString(value)) this.#late(value, place, (code) => `()=>${code}`)
      else if (what.isListOfTexts(value) || (isString(value) && (isText || what.readsLikeText(shapeOf(value))))) {
        this.#late(value, place, (code) => this.#getter(property, code), property)
      } else this.visit(value, place)
    }
  }

  /** The object is created when its module loads, the text when it is read. */
  #getter({ key, computed }: Found<'Property'>, code: string): string {
    const name = this.#source.slice(key.start, key.end)
    return `get ${computed ? `[${name}]` : name}(){return ${code}}`
  }

  /** Generates code that creates a text on each access. */
  #late(value: Node, { edits }: Place, written: (code: string) => string, range: Node = value): void {
    const late: Edit[] = []
    for (const one of value.type === 'ArrayExpression' ? value.elements : [value])
      if (one) this.#words(one, { edits: late, is_late: true })
    if (late.length === 0) return
    edits.push({ start: range.start, end: range.end, code: written(applied(this.#source, value, late)) })
  }

  #tagged({ tag, quasi, start }: Found<'TaggedTemplateExpression'>, { is_late, ...place }: Place): void {
    if (nameOf(tag) === 't') this.#found(what.markedMessage(quasi), { start }, is_late, true)
    for (const value of quasi.expressions) this.#words(value, { is_late, ...place })
  }

  #call(node: Found<'CallExpression'>, place: Place): void {
    const callee = this.#source.slice(node.callee.start, node.callee.end)
    this.visit(node.callee, place)
    if (what.TAKES_NO_TEXT.test(callee)) return
    if (!place.is_late) this.#readsLabels(node, callee)
    const in_schema = !place.is_late && what.ZOD.test(callee)
    for (const [index, argument] of node.arguments.entries()) {
      const text = shapeOf(argument)
      // Both translate their argument.
      if (callee === 'titled') this.#found(text, argument, true)
      else if (index === 1 && what.COUNTS.test(callee) && text) this.#found(`{0} ${text}`, argument, true)
      else if (in_schema && what.readsLikeText(text)) this.#late(argument, place, (code) => `{error:()=>${code}}`)
      else if ((index === 0 && what.TELLS.test(callee)) || (index === 1 && what.ACTS.test(callee)))
        this.#words(argument, place)
      else if (!place.is_late && what.RUNS_NOW.test(callee) && isFunction(argument)) this.#each(argument, place)
      else this.visit(argument, { ...place, in_schema })
    }
  }

  /** A value computed from labels while a module loads would keep the language of the first request. */
  #readsLabels({ arguments: [argument] }: Found<'CallExpression'>, callee: string): void {
    if (!argument) return
    const reads =
      callee === 'Object.values' || callee === 'Object.fromEntries'
        ? argument.type === 'Identifier' && what.LABELS.test(argument.name)
        : what.RUNS_NOW.test(callee) && 'params' in argument && argument.params.some(takesLabel)
    const end = argument.type === 'ArrowFunctionExpression' ? argument.body.start : argument.end
    if (reads) this.#found(`${callee}(${this.#source.slice(argument.start, end).trim()}`, argument, false)
  }

  #children(children: readonly JSXChild[], tag: string, place: Place): void {
    for (const run of runsOf(children).map(withoutIcon)) {
      if (run.hasWords) this.#run(run, tag, place)
      else
        for (const { node } of run.parts)
          if (node?.type === 'JSXExpressionContainer') this.#words(node.expression, place)
          else if (node) this.visit(node, place)
    }
  }

  #run(run: Run, tag: string, { edits, is_late }: Place): void {
    const values: string[] = []
    const message = this.#messageOf(run, values, is_late)
    this.#found(message, run, is_late)
    const name = values.length === 0 || what.PLAIN_TAGS.has(tag) ? '__text' : '__rich'
    if (is_late) edits.push({ start: run.start, end: run.end, code: `{${call(name, message, values)}}` })
  }

  #messageOf(run: Run, values: string[], isLate: boolean): string {
    let message = ''
    for (const { text, node } of run.parts) {
      if (!node) {
        message += text
        continue
      }
      const index = values.push('') - 1
      const inner = innerRun(node)
      if (node.type === 'JSXExpressionContainer') {
        values[index] = this.#wordsOf(node.expression, isLate)
        message += `{${index}}`
      } else if (inner && node.type === 'JSXElement' && node.closingElement) {
        message += `<${index}>${this.#messageOf(inner, values, isLate)}</${index}>`
        const close = this.#source.slice(node.closingElement.start, node.closingElement.end)
        values[index] = `(__c)=>${this.#codeOf(node.openingElement, isLate)}{__c}${close}`
      } else {
        message += `<${index}/>`
        values[index] = this.#codeOf(node, isLate)
      }
    }
    return message
  }

  #wordsOf(node: Node, is_late: boolean): string {
    const edits: Edit[] = []
    this.#words(node, { edits, is_late })
    return applied(this.#source, node, edits)
  }

  #codeOf(node: Node, is_late: boolean): string {
    const edits: Edit[] = []
    this.visit(node, { edits, is_late })
    return applied(this.#source, node, edits)
  }

  #found(message: string, { start }: { start: number }, isLate: boolean, is_marked = false): void {
    const found = { message, line: this.#source.slice(0, start).split('\n').length, ...(is_marked && { is_marked }) }
    if (isLate) this.texts.push(found)
    else this.fixed.push(found)
  }
}

const nameOf = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : ''

const isFunction = (node: Node): boolean => /Function/.test(node.type)

/** Returns whether a parameter destructures a label, which reads it. */
const takesLabel = (node: Node): boolean =>
  node.type === 'ObjectPattern'
    ? node.properties.some((one) => one.type === 'Property' && what.isShown(nameOf(one.key)))
    : node.type === 'ArrayPattern' && node.elements.some((one) => one !== null && what.isShown(nameOf(one)))

const rangeOf = ({ start, end }: Node) => ({ start, end })

const isTyped = (node: Node): node is Found<'TSAsExpression' | 'TSSatisfiesExpression' | 'TSNonNullExpression'> =>
  /^(TSAs|TSSatisfies|TSNonNull|Parenthesized)Expression$/.test(node.type)

/** Types, addresses of modules, and compared values. */
const isNoText = (node: Node): boolean =>
  /^(TS|Import|ExportAll)/.test(node.type) || (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator))

const call = (name: string, message: string, values: string[]): string =>
  `${name}(${[JSON.stringify(message), ...values].join(',')})`

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const tagOf = ({ openingElement: { name } }: JSXElement): string => (name.type === 'JSXIdentifier' ? name.name : '')

/** Returns the text of a literal, with `{}` for inserted values; empty for numbers. */
function shapeOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('{}') : ''
}

const isString = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** Returns the text within an element, if it is a single piece: then the element is part of the surrounding sentence. */
function innerRun(node: Node): Run | undefined {
  if (node.type !== 'JSXElement' || !node.closingElement || what.LITERAL_TAGS.has(tagOf(node))) return undefined
  const [run, ...others] = runsOf(node.children)
  return run?.hasWords && others.length === 0 ? run : undefined
}

/** An icon before the words is not part of the sentence. */
function withoutIcon(run: Run): Run {
  const [icon, words, ...others] = run.parts
  if (icon?.node?.type !== 'JSXElement' || !words || words.node || others.length > 0 || !isIcon(icon.node)) return run
  const text = words.text.trimStart()
  return { ...run, parts: [{ ...words, text }], start: words.start + words.text.length - text.length }
}

const isIcon = ({ openingElement: { attributes, selfClosing } }: JSXElement): boolean =>
  selfClosing &&
  attributes.every((one) => one.type === 'JSXAttribute' && /^(aria-hidden|className|size)$/.test(String(one.name.name)))
