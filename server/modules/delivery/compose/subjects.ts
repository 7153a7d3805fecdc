import { LiquidError } from '../../../mail/liquid/error.ts'
import { liquidSpans } from '../../../mail/liquid/source.ts'

/** Returns a subject for texts about many subscribers: `Hi {{ subscriber.first_name }}` becomes `Hi [first name]`. */
export function subjectForMany(subject: string): string {
  let plain = ''
  let from = 0
  for (const { begin, end } of spansOf(subject)) {
    plain += subject.slice(from, begin) + nameOf(subject.slice(begin, end))
    from = end
  }
  return plain + subject.slice(from)
}

function spansOf(subject: string): { begin: number; end: number }[] {
  try {
    return liquidSpans(subject)
  } catch (error) {
    if (error instanceof LiquidError) return []
    throw error
  }
}

/** Returns a placeholder for an output. Tags such as `{% if %}` print nothing. */
function nameOf(liquid: string): string {
  const path = liquid.startsWith('{{') ? (/^[\w.]+/.exec(liquid.slice(2).replace('-', '').trimStart())?.[0] ?? '') : ''
  const name = path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return name === '' ? '' : `[${name}]`
}
