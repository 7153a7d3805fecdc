import {
  AssignTag,
  CaptureTag,
  type Context,
  type Emitter,
  ForTag,
  Tag,
  type TagToken,
  type Template,
  type Value,
} from 'liquidjs'
import { escapeHtml } from '../html/escape-html.ts'
import { LINK_SCHEMES } from '../link-schemes.ts'
import { LinkParser, linkTarget, textOf, traced, withoutMarks } from './link-values.ts'
import { type LinkUrl, Rendered, renderState } from './render-state.ts'

export class LimitedEmitter implements Emitter {
  buffer = ''
  readonly #budget: { left: number }

  constructor(budget: { left: number }) {
    this.#budget = budget
  }

  write(value: unknown): void {
    this.buffer += emitted(this.#budget, value === null || value === undefined ? '' : String(value))
  }
}

/** Subtracts the text from the limit of a template's output, and returns it. */
export function emitted(budget: { left: number }, text: string): string {
  budget.left -= text.length
  if (budget.left < 0) throw new Error('the result is too long')
  return text
}

export class TracedAssign extends AssignTag {
  override *render(ctx: Context): Generator<unknown, void, unknown> {
    const [value] = this.arguments() as Iterable<Value>
    const [name] = this.localScope()
    if (!value || !name) return
    const assigned = yield* traced(value, ctx)
    const scope = ctx.bottom() as Record<string, unknown>
    scope[name.content] = assigned.value
    renderState(ctx).assigned.set(name.content, assigned)
  }
}

export class LimitedCapture extends CaptureTag {
  constructor(...[token, remaining, liquid]: ConstructorParameters<typeof CaptureTag>) {
    super(token, remaining, liquid, new LinkParser(liquid, 'captured'))
  }

  override *render(ctx: Context): Generator<unknown, void, never> {
    const { output, is_html, assigned } = renderState(ctx)
    const emitter = new LimitedEmitter(output)
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter)
    const scope = ctx.bottom() as Record<string, unknown>
    // The text was escaped when it was captured.
    const value = new Rendered(withoutMarks(emitter.buffer))
    scope[this.variable] = value
    assigned.set(this.variable, { value, text: textOf(emitter.buffer, is_html) })
  }
}

/** Maximum for all loops of an email to one recipient. A loop that prints a date takes 20 µs per iteration. */
export const MAX_LOOPS = 2_000

export class LimitedFor extends ForTag {
  constructor(...args: ConstructorParameters<typeof ForTag>) {
    super(...args)
    const count: Template = {
      token: this.token,
      render(ctx: Context) {
        if (--renderState(ctx).loops.left < 0)
          throw new Error(`loops run more than ${MAX_LOOPS.toLocaleString('en')} times`)
      },
    }
    this.templates.unshift(count)
  }
}

/**
 * `{% tracked_link 3 %}https://shop.example/?for={{ subscriber.email_address }}{% endtracked_link %}`: written by the link compiler around a
 * target that depends on the recipient. A target with a scheme other than `LINK_SCHEMES` becomes `#`.
 */
export class TrackedLink extends Tag {
  readonly #number: number
  readonly #templates: Template[] = []

  constructor(...[token, remaining, liquid]: ConstructorParameters<typeof ForTag>) {
    super(token, remaining, liquid)
    this.#number = Number.parseInt(token.args, 10) || 0
    const parser = new LinkParser(liquid, 'address')
    while (remaining.length > 0) {
      const next = remaining.shift()
      if (!next) break
      if ((next as TagToken).name === 'endtracked_link') return
      this.#templates.push(parser.parseToken(next, remaining))
    }
    throw new Error(`tag ${token.getText()} not closed`)
  }

  *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { output, is_html, linkUrl } = renderState(ctx)
    const inner = new LimitedEmitter(output)
    yield this.liquid.renderer.renderTemplates(this.#templates, ctx, inner)
    const target = safeTarget(linkTarget(inner.buffer, is_html), this.#number, linkUrl)
    emitter.write(is_html ? escapeHtml(target) : target)
  }

  // biome-ignore lint/correctness/useYield: LiquidJS drives this as a generator
  *children(): Generator<unknown, Template[]> {
    return this.#templates
  }
}

function safeTarget(target: string, number: number, linkUrl: LinkUrl): string {
  const address = target.trim().replace(/^\/\//, 'https://')
  if (!URL.canParse(address)) return '#'
  const url = new URL(address)
  if (url.protocol === 'http:' || url.protocol === 'https:') return number === 0 ? url.href : linkUrl(number, url.href)
  return LINK_SCHEMES.includes(url.protocol.slice(0, -1)) ? url.href : '#'
}
