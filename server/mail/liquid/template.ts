import {
  Context,
  filters,
  Liquid,
  type LiquidOptions,
  Parser,
  type Template,
  type TopLevelToken,
  tags,
  toValueSync,
} from 'liquidjs'
import { singleLine } from '../../lib/text/single-line.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { registerDates } from './dates.ts'
import { LimitError, LiquidError } from './error.ts'
import { registerMoney } from './money.ts'
import { refuseDeepDocument, refuseDeepLiquid, topLevelTokens } from './nesting.ts'
import { type LinkUrl, printed, Rendered, type RenderState } from './render-state.ts'
import {
  hasAssigned,
  isGiven,
  plainSlot,
  printsOnly,
  readPlain,
  repeatedOutput,
  splitTemplates,
  variablesOf,
} from './slots.ts'
import { decodeLiquid, maskLiquid, toLiquidError, withoutBraceMarks } from './source.ts'
import { emitted, LimitedCapture, LimitedEmitter, LimitedFor, MAX_LOOPS, TracedAssign, TrackedLink } from './tags.ts'

/**
 * - `html` escapes the output of variables.
 * - `text`, the plain-text part, escapes nothing. A value stays on one line unless the template asks for `newline_to_br` (S4).
 * - `line`, for subjects, preview texts and titles, prints a single line (S10).
 */
export type LiquidMode = 'html' | 'text' | 'line'

/**
 * `subscriber`, `account`, `event`, `broadcast`, `unsubscribe_url`, `address`, ...: plain data, of which only own properties are read. Dates are in
 * `account.time_zone`, else UTC.
 */
export type LiquidVariables = Readonly<Record<string, unknown>>

/**
 * A template, parsed once and rendered per recipient. Parts that are the same for everyone are in `fixed`. `render` returns the values between
 * them, one fewer than fixed parts, so encoding an email touches only the differences.
 */
export interface LiquidTemplate {
  readonly fixed: readonly string[]
  /** Throws LiquidError if a limit is exceeded. A missing variable prints nothing. */
  render(variables: LiquidVariables, linkUrl?: LinkUrl): string[]
}

/** Parses a template, or returns the cached one of the same source. Throws LiquidError with the line of a syntax error. */
export function parseLiquid(source: string, mode: LiquidMode): LiquidTemplate {
  const key = `${mode}:${source}`
  const known = parsed.get(key)
  if (known) {
    parsed.delete(key)
    parsed.set(key, known)
    return known
  }
  const template = compile(source, mode)
  parsed.set(key, template)
  for (const oldest of parsed.keys()) {
    if (parsed.size <= MAX_PARSED) break
    parsed.delete(oldest)
  }
  return template
}

/**
 * Returns the template with these variables printed into its fixed parts where nothing else affects their output: they have the same values in
 * every message of an email. Templates with tags, or not from `parseLiquid`, are unchanged.
 */
export function withGiven<Kind extends LiquidTemplate>(template: Kind, variables: LiquidVariables): Kind {
  const parts = partsOf.get(template)
  if (!parts?.slots.every(printsOnly)) return template
  const fixed = [template.fixed[0] ?? '']
  const slots: Template[][] = []
  for (const [at, slot] of parts.slots.entries()) {
    const text = isGiven(slot, variables) ? printedOnce(parts, slot, variables) : undefined
    const next = template.fixed[at + 1] ?? ''
    if (text !== undefined) fixed[fixed.length - 1] += text + next
    else {
      slots.push(slot)
      fixed.push(next)
    }
  }
  return { ...template, ...templateOf({ ...parts, fixed, slots }) }
}

/** Returns undefined for an error, which is reported when a message is rendered. */
function printedOnce(parts: Parts, slot: Template[], given: LiquidVariables): string | undefined {
  try {
    return templateOf({ ...parts, fixed: ['', ''], slots: [slot] }).render(given)[0]
  } catch (error) {
    if (error instanceof LiquidError) return undefined
    throw error
  }
}

export function renderLiquid(
  source: string,
  mode: LiquidMode,
  variables: LiquidVariables,
  linkUrl: LinkUrl = uncountedLink,
): string {
  const template = parseLiquid(source, mode)
  return joinTemplate(template, template.render(variables, linkUrl))
}

export function joinTemplate({ fixed }: Pick<LiquidTemplate, 'fixed'>, values: readonly string[]): string {
  let text = fixed[0] ?? ''
  for (let at = 0; at < values.length; at++) text += (values[at] ?? '') + (fixed[at + 1] ?? '')
  return text
}

/** Returns the dotted paths of the variables that a template reads, e.g. `subscriber.first_name`, each once, in order of use. */
export function previewVariables(source: string): string[] {
  try {
    const templates = parseTemplates(engines.html, decodeLiquid(source), source)
    return [...new Set(variablesOf(templates).map((path) => path.join('.')))]
  } catch (error) {
    throw toLiquidError(error, source)
  }
}

/** Returns whether a path of `previewVariables` reads the event of an automation. */
export const readsEvent = (path: string): boolean => path === 'event' || path.startsWith('event.')

const MAX_PARSED = 200
const MAX_SOURCE = 1_000_000
/** Limits of a whole email: content and layout may have 5,000 outputs and tags each, and each counted link adds three. */
const MAX_TOKENS = 100_000
const MAX_OUTPUT = 2_000_000
const MAX_MEMORY = 1_000_000
// The counted limits above end a hostile template within a second. This one must never refuse a valid email on a slow machine, where two
// seconds did.
const MAX_RENDER_MS = 30_000

const TAGS = ['assign', 'case', 'comment', 'raw', 'if', 'unless', 'break', 'continue']
// These evaluate expressions in data, return different results each time, or are not useful in an email.
const BANNED_FILTERS = /_exp$|^(?:raw|sample|inspect|sha256|hmac_sha256|base64_decode)$/

const parsed = new Map<string, LiquidTemplate>()
const PRINT: Record<LiquidMode, (value: unknown) => string> = {
  html: (value) => (value instanceof Rendered ? value.text : escapeHtml(printed(value))),
  text: (value) => (value instanceof Rendered ? value.text : dropLineBreaks(printed(value))),
  line: (value) => singleLine(printed(value)),
}
const engines = { html: createEngine('html'), text: createEngine('text'), line: createEngine('line') }

function uncountedLink(_number: number, url: string): string {
  return url
}

function createEngine(mode: LiquidMode): Liquid {
  const nothing = { readFile: refuse, readFileSync: refuse, exists: async () => false, existsSync: () => false }
  const options: LiquidOptions = {
    fs: { ...nothing, resolve: (_root, file) => file },
    outputEscape: PRINT[mode],
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    parseLimit: MAX_SOURCE,
    memoryLimit: MAX_MEMORY,
    renderLimit: MAX_RENDER_MS,
    timezoneOffset: 0,
    relativeReference: false,
  }
  const engine = new Liquid(options)
  for (const name of Object.keys(tags)) if (!TAGS.includes(name)) delete engine.tags[name]
  for (const name of Object.keys(filters)) if (BANNED_FILTERS.test(name)) engine.unregisterFilter(name)
  registerDates(engine)
  registerMoney(engine)
  engine.registerTag('for', LimitedFor)
  engine.registerTag('assign', TracedAssign)
  engine.registerTag('capture', LimitedCapture)
  engine.registerTag('tracked_link', TrackedLink)
  if (mode === 'html') {
    engine.registerFilter('newline_to_br', (value) => new Rendered(PRINT.html(value).replace(/\r?\n/g, '<br />\n')))
    engine.registerFilter('escape', (value) => new Rendered(PRINT.html(value)))
  } else {
    // The plain-text part uses the same template as the HTML part, so filters that write HTML must not.
    engine.registerFilter('newline_to_br', (value) => new Rendered(printed(value).replace(/\r\n?/g, '\n')))
    for (const name of ['escape', 'escape_once', 'xml_escape']) engine.registerFilter(name, (value) => value)
  }
  return engine
}

function compile(source: string, mode: LiquidMode): LiquidTemplate {
  const engine = engines[mode]
  if (source.length > MAX_SOURCE) throw new LiquidError('the template is too long', 1)
  if (mode === 'html') refuseDeepDocument(maskLiquid(source).text)
  const split = splitTemplates(parseTemplates(engine, mode === 'html' ? decodeLiquid(source) : source, source))
  const fixed = mode === 'html' ? split.fixed : split.fixed.map(withoutBraceMarks)
  const parts = { ...split, fixed, engine, mode, source }
  const template = templateOf(parts)
  partsOf.set(template, parts)
  return template
}

interface Parts {
  fixed: string[]
  slots: Template[][]
  engine: Liquid
  mode: LiquidMode
  source: string
}

const partsOf = new WeakMap<LiquidTemplate, Parts>()

function templateOf({ fixed, slots, engine, mode, source }: Parts): LiquidTemplate {
  const print = PRINT[mode]
  const plain = slots.map(plainSlot)
  // Emails often repeat a greeting, or a link with a token.
  const outputs = slots.map(repeatedOutput)
  const hasAssignments = outputs.includes(undefined)
  return {
    fixed,
    render(variables, linkUrl = uncountedLink) {
      if (slots.length === 0) return []
      const state: RenderState = {
        output: { left: MAX_OUTPUT },
        loops: { left: MAX_LOOPS },
        linkUrl,
        is_html: mode === 'html',
        assigned: new Map(),
      }
      let opened_context: Context | undefined
      // Most emails only print variables, and creating a context takes as long as reading them.
      const context = () => {
        if (opened_context) return opened_context
        opened_context = new Context(variables, engine.options, { sync: true }, { liquid: engine })
        opened_context.setRegister('render', state)
        return opened_context
      }
      const outputs_by_source = new Map<string, string>()
      try {
        return slots.map((templates, at) => {
          const output = hasAssignments && hasAssigned(context()) ? undefined : outputs[at]
          const same = output === undefined ? undefined : outputs_by_source.get(output)
          if (same !== undefined) return emitted(state.output, same)
          const value = readPlain(variables, plain[at], hasAssignments ? context() : undefined)
          let text: string
          if (value !== undefined) text = emitted(state.output, print(value))
          else {
            const emitter = new LimitedEmitter(state.output)
            toValueSync(engine.renderer.renderTemplates(templates, context(), emitter))
            text = mode === 'html' ? emitter.buffer : withoutBraceMarks(emitter.buffer)
          }
          if (output !== undefined) outputs_by_source.set(output, text)
          return text
        })
      } catch (error) {
        throw toLiquidError(error, source)
      }
    },
  }
}

/** Returns tokens with a linear `shift`. LiquidJS takes tokens from the front, which takes quadratic time for an array of 100,000. */
function queueOf(tokens: readonly TopLevelToken[]): TopLevelToken[] {
  let next = 0
  const queue = {
    shift: () => tokens[next++],
    get length() {
      return Math.max(0, tokens.length - next)
    },
  }
  return queue as unknown as TopLevelToken[]
}

function parseTemplates(engine: Liquid, decoded: string, source: string): Template[] {
  try {
    const tokens = topLevelTokens(decoded)
    refuseDeepLiquid(tokens)
    if (tokens.length > MAX_TOKENS) throw new LimitError(`it has more than ${MAX_TOKENS} parts of text and Liquid`, 1)
    return new Parser(engine).parseTokens(queueOf(tokens))
  } catch (error) {
    throw toLiquidError(error, source)
  }
}

const dropLineBreaks = (text: string): string => text.replace(/[\r\n\0\u2028\u2029]+/g, ' ')

function refuse(): never {
  throw new Error('templates cannot read files')
}
