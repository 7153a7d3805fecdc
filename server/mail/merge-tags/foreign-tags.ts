import { liquidSpans } from '../liquid/source.ts'
import { fieldMeant } from './foreign-names.ts'

/**
 * Merge tags of other products, which are plain text here. The first group is the name. Forms that often occur in other text require a known
 * name.
 */
const FORMS: readonly { tag: RegExp; needs_name: boolean }[] = [
  // Mailchimp, also with a default value.
  { tag: /\*\|\s*([\p{L}\p{N}_:.]{1,60})\s*\|\*/gu, needs_name: false },
  // Salesforce, Pardot, GetResponse, Sendy and Zoho.
  { tag: /%%([\p{L}\p{N}_. ]{1,70})%%/gu, needs_name: false },
  { tag: /%%=v\(@([\p{L}\p{N}_.]{1,60})\)=%%/gu, needs_name: false },
  { tag: /\$\[([\p{L}\p{N}_:. ]{1,70})\]\$?/gu, needs_name: true },
  // GetResponse, Constant Contact, Omnisend, Mailjet.
  { tag: /\[\[\s*(?:data:)?([\p{L}\p{N}_.]{1,60})(?=[\s:\]])[^[\]]{0,80}\]\]/gu, needs_name: true },
  // ActiveCampaign, Mailgun.
  { tag: /(?<![%\p{L}\p{N}])%([\p{L}\p{N}_.-]{1,60})%(?![%\p{L}\p{N}])/gu, needs_name: true },
  // MailPoet, Campaign Monitor, Sendy, Benchmark.
  {
    tag: /(?<![[$])\[(?:subscriber:|contact_attribute:|contact\.)?([\p{L}\p{N}_. ]{1,60}?)(?=[\s,|\]])[^[\]]{0,80}\](?!\]|\()/gu,
    needs_name: true,
  },
  // MailerLite, Ghost, Mautic, AWeber.
  {
    tag: /(?<![{$]|\$!)\{[$!]?(?:contactfield=)?([\p{L}\p{N}_. ]{1,60}?)(?:_fix)?(?=[\s,|}])[^{}]{0,80}\}(?!\})/gu,
    needs_name: true,
  },
  // Moosend, Benchmark.
  { tag: /#{1,2}\{?(?:recipient:)?([\p{L}\p{N}_]{1,60})(?:\}|#{1,2})/gu, needs_name: true },
  // Templating languages, and services that use them: ERB, Template Toolkit, Freemarker, Velocity.
  { tag: /(?:<|&lt;)%=?\s*([\p{L}\p{N}_.@]{1,60})\s*%(?:>|&gt;)/gu, needs_name: true },
  { tag: /\[%\s*([\p{L}\p{N}_.]{1,60})\s*%\]/gu, needs_name: true },
  { tag: /\$!?\{\s*([\p{L}\p{N}_.]{1,60})\s*\}/gu, needs_name: true },
  { tag: /(?<![\p{L}\p{N}$])\$([\p{L}\p{N}_.]{1,60})\$/gu, needs_name: true },
  // Emarsys, Sailthru, Eloqua and others.
  { tag: /@@([\p{L}\p{N}_.]{1,60})@@/gu, needs_name: true },
  { tag: /(?<![\p{L}\p{N}_])__([\p{L}\p{N}_]{1,60}?)__(?![\p{L}\p{N}_])/gu, needs_name: true },
  { tag: /\(\(\s*([\p{L}\p{N}_.]{1,60})\s*\)\)/gu, needs_name: true },
  { tag: /~([\p{L}\p{N}_.]{1,60})~/gu, needs_name: true },
  // Our own tags in the full-width characters of East Asian keyboards.
  { tag: /｛｛([^｛｝<>]{1,70})｝｝/gu, needs_name: false },
  // Word and Publisher.
  { tag: /(?:\u00ab|&laquo;|&lt;&lt;)([\p{L}\p{N}_ ]{1,70})(?:\u00bb|&raquo;|&gt;&gt;)/gu, needs_name: true },
  { tag: /(?<![\w-])-([a-z]{1,20}Name|email)-(?![\w-])/gu, needs_name: true },
]

/** Addresses that an email can print in addition to fields. */
const ADDRESSES: readonly string[] = ['unsubscribe_url', 'preferences_url']

/** Returns our name for a variable of another product. */
function variableMeant(name: string, known: readonly string[]): string | undefined {
  const field = fieldMeant(name, known)
  return field === undefined ? fieldMeant(name, ADDRESSES) : `subscriber.${field}`
}

/** Maximum number of tags of one form, because each is compared with all others in a text that may contain nothing else. */
const MAX_PLACES = 100

export interface ForeignTag {
  /** As written. */
  tag: string
  /** Our variable with the same meaning. */
  variable: string | undefined
}

/** Finds merge tags of other products, each once. */
export function foreignTags(written: string, field_names: readonly string[]): ForeignTag[] {
  const variables_by_tag = new Map<string, string | undefined>()
  const places: { begin: number; end: number; whole: string }[] = []
  const text = withoutLiquid(written)
  const meanings = new Map<string, string | undefined>()
  const meaningOf = (name: string) => {
    if (!meanings.has(name)) meanings.set(name, variableMeant(name, field_names))
    return meanings.get(name)
  }
  for (const { tag, needs_name } of FORMS) {
    let count = 0
    for (const { 0: whole, 1: name = '', index } of text.matchAll(tag)) {
      // The text of a link, such as "[unsubscribe]".
      if (text.startsWith('</a', index + whole.length)) continue
      const variable = meaningOf(name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1))
      if (variable === undefined && needs_name) continue
      const end = index + whole.length
      // "#{name}" is one tag, not also "{name}".
      for (const one of places) if (index <= one.begin && one.end <= end) variables_by_tag.delete(one.whole)
      places.push({ begin: index, end, whole })
      variables_by_tag.set(whole, variable)
      if (++count === MAX_PLACES) break
    }
  }
  return [...variables_by_tag].map(([tag, variable]) => ({ tag, variable }))
}

function withoutLiquid(source: string): string {
  let text = ''
  let from = 0
  for (const { begin, end } of liquidSpans(source)) {
    text += `${source.slice(from, begin)}\n`
    from = end
  }
  return text + source.slice(from)
}
