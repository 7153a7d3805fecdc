import { t } from '../../../lib/locale/texts.ts'
import { liquidSpans } from '../../../mail/liquid/source.ts'
import { type Remark, warning } from '../preflight-schema.ts'

/** Merge tags of other products, which are text here. The first group is the name. Those that are written often otherwise need a name of a field. */
const FORMS: readonly { tag: RegExp; needs_field: boolean }[] = [
  // Mailchimp, also with a default.
  { tag: /\*\|\s*([\w:.]{1,60})\s*\|\*/g, needs_field: false },
  // Salesforce, Pardot, GetResponse, Sendy and Zoho.
  { tag: /%%([\w. ]{1,70})%%/g, needs_field: false },
  { tag: /\$\[([\w:. ]{1,70})\]\$?/g, needs_field: true },
  // GetResponse, Constant Contact, Omnisend, Mailjet.
  { tag: /\[\[\s*(?:data:)?([\w.]{1,60})(?=[\s:\]])[^[\]]{0,80}\]\]/g, needs_field: true },
  // ActiveCampaign.
  { tag: /(?<![%\w])%([\w-]{1,60})%(?![%\w])/g, needs_field: true },
  // MailPoet, Campaign Monitor, Sendy, Benchmark.
  {
    tag: /(?<![[$])\[(?:subscriber:|contact_attribute:|contact\.)?([\w. ]{1,60}?)(?=[\s,|\]])[^[\]]{0,80}\](?!\]|\()/g,
    needs_field: true,
  },
  // MailerLite, Ghost, Mautic, AWeber.
  {
    tag: /(?<![{$])\{[$!]?(?:contactfield=)?([\w. ]{1,60}?)(?:_fix)?(?=[\s,|}])[^{}]{0,80}\}(?!\})/g,
    needs_field: true,
  },
  { tag: /#\{?(?:recipient:)?([\w]{1,60})[#}]/g, needs_field: true },
  // Word and Publisher.
  { tag: /(?:\u00ab|&laquo;|&lt;&lt;)([\w ]{1,70})(?:\u00bb|&raquo;|&gt;&gt;)/g, needs_field: true },
  { tag: /(?<![\w-])-([a-z]{1,20}Name|email)-(?![\w-])/g, needs_field: true },
]

/** How other products call a field, as `plainName` writes it. */
const CALLED: Record<string, string> = {
  fname: 'first_name',
  firstname: 'first_name',
  first: 'first_name',
  name: 'first_name',
  givenname: 'first_name',
  forename: 'first_name',
  subscribername: 'first_name',
  email: 'email_address',
  mail: 'email_address',
  emailaddress: 'email_address',
  subscriberemail: 'email_address',
}

/** A name without case, joints and characters that cannot be seen. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the field that another spelling or another product's name means. */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name)
  const same = known.find((field) => plainName(field) === plain)
  const called = CALLED[plain]
  return same ?? (called !== undefined && known.includes(called) ? called : undefined)
}

const MOST_REMARKS = 5

/** Finds merge tags of other products, each once: they would be printed as they are. */
export function foreignTags(written: string, known: readonly string[]): Remark[] {
  const found = new Map<string, string | undefined>()
  const text = withoutLiquid(written)
  for (const { tag, needs_field } of FORMS) {
    for (const [whole, name = ''] of text.matchAll(tag)) {
      const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1)
      const field = fieldMeant(last, known)
      if (field !== undefined || !needs_field) found.set(whole, field)
    }
  }
  return [...found].slice(0, MOST_REMARKS).map(([tag, field]) => {
    const effect = t`${tag} is a merge tag of another product. Here it is text, and everyone reads it as it is.`
    if (field === undefined) return warning('foreign_tag', t`${effect} Choose a field with “{{”.`)
    const meant = `{{ subscriber.${field} }}`
    return warning('foreign_tag', t`${effect} Use ${meant}.`, {
      kind: 'replace',
      label: t`Use ${meant}`,
      find: tag,
      replace: meant,
    })
  })
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
