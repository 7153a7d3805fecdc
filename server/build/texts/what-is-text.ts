import type { Node } from '@oxc-project/types'

/** Attributes and properties whose strings are shown to users. */
const SHOWN = new Set(
  `label title description placeholder alt caption heading hint header text empty term verb done legend noun
  confirmLabel submitLabel clearLabel dismissLabel leaveDescription sentDescription headNote none any all submit
  running effect switch_label trigger ariaLabel confirmText message help error summary note
  aria-label aria-description aria-roledescription aria-valuetext`.split(/\s+/),
)

export const isShown = (name: string): boolean => SHOWN.has(name)

/** Elements whose text is code or a key, and the same in every language. */
export const LITERAL_TAGS: ReadonlySet<string> = new Set(['code', 'kbd', 'pre', 'Kbd', 'style', 'script'])

/** Elements that accept only text. */
export const PLAIN_TAGS: ReadonlySet<string> = new Set(['option', 'title', 'textarea'])

/** Calls whose strings are not text, or are compared with text. */
export const TAKES_NO_TEXT = /^console\.|\.(includes|startsWith|endsWith|replace|replaceAll|split|test|join)$/

/** Calls that run their function immediately, at the top of a module while it loads. */
export const RUNS_NOW = /\.(map|flatMap|filter|sort|reduce)$/

/** Constants that give values a label. */
export const LABELS = /(LABELS|TEXTS|TITLES|NAMES|WORDS)$/

/** Calls that show their first argument. */
export const TELLS = /^toast(\.\w+)?$/

/** Calls of an action, whose second argument is shown when it finishes. */
export const ACTS = /\.(run|start)$/

/** Functions that write a number with its noun, the second argument. */
export const COUNTS = /^(formatCount|totalOf|plural)$/

/** Methods of zod that accept the text of an error. */
export const ZOD = /\.(min|max|length|regex|refine|string|number|literal|email|url|enum|gt|gte|lt|lte|int)$/

export const hasWords = (text: string): boolean => text !== 'Envoi' && /\p{L}{2}|^\p{Lu}$/u.test(text)

/** Returns whether a text reads like a sentence, which is shown to users wherever it occurs. */
export const readsLikeText = (shape: string): boolean => isSentence(shape) || isFilledSentence(shape)

/** Matches a capital, a word, and a space, but not a list of fonts. */
const isSentence = (text: string): boolean =>
  /^[“"]?\p{Lu}[\p{L}’'/-]*(, | )\S/u.test(text) && /\p{Ll}/u.test(text) && !/\b(serif|monospace)$/.test(text)

/** Matches a sentence that begins with a value, `${name} was deleted`, but not HTML, classes or addresses. */
const isFilledSentence = (shape: string): boolean =>
  /^[“"]?\{\}[”"]?,? \p{Ll}/u.test(shape) &&
  /\p{Ll}{2} \p{Ll}|\p{Ll}{3}[.?]/u.test(shape) &&
  !/[<=[\]_/:|]|\p{L}-\d/u.test(shape)

const isLabel = (node: Node | null): boolean =>
  node?.type === 'Literal' && typeof node.value === 'string' && /^\p{Lu}[\p{Ll}’' -]/u.test(node.value)

/** A pair such as a condition and its opposite. */
export const isListOfTexts = (node: Node): boolean =>
  node.type === 'ArrayExpression' && node.elements.length > 0 && node.elements.every(isLabel)

/** An object with a label for each of several values. */
export const isLabelMap = ({ properties }: Extract<Node, { type: 'ObjectExpression' }>): boolean =>
  properties.length > 1 && properties.every((one) => one.type === 'Property' && isLabel(one.value))

/** Returns the text of a template marked by `t`. */
export const markedMessage = ({ quasis }: Extract<Node, { type: 'TemplateLiteral' }>): string =>
  quasis.map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + value.cooked).join('')
