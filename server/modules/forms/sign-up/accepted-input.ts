import { AppError } from '../../../core/errors.ts'
import { t } from '../../../lib/locale/texts.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { readFieldValue } from '../../custom-fields/field-types-schema.ts'
import type { AskedField, OfferedConsent } from './asked-fields.ts'
import type { Details } from './details.ts'

/** The values entered in a form. Custom fields are keyed by `name`, as in the creator's own HTML. */
export interface SignUp {
  email_address: string
  first_name: string | null
  fields: ReadonlyMap<string, string>
  /** The names of the ticked checkboxes. */
  consents: ReadonlySet<string>
  referrer: string | null
  /** Way in which the visitor came, if not by the form itself. */
  mechanism?: 'recommendations' | undefined
}

export interface AcceptedInput extends Pick<SignUp, 'email_address' | 'referrer' | 'mechanism'> {
  details: Details
  /** Consents that were ticked. */
  consents: OfferedConsent[]
}

/** Input that a form does not accept. */
export class RefusedInput extends AppError {
  /** Problems, by the name of the input. */
  readonly problems: ReadonlyMap<string, string>

  constructor(problems: ReadonlyMap<string, string>) {
    super('invalid', [...problems.values()])
    this.problems = problems
  }
}

/**
 * Keeps only what the form asks for. Blank values are ignored. Throws `RefusedInput`, naming each field: for an invalid address, for values of
 * another type, and for required ones that are missing. Nothing is known about the address yet, so all addresses get the same answer.
 */
export function acceptInput(
  { fields, consents }: { fields: readonly AskedField[]; consents: readonly OfferedConsent[] },
  input: SignUp,
): AcceptedInput {
  const email_address = parseEmailAddress(input.email_address)
  const problems = new Map<string, string>()
  if (!email_address) problems.set('email_address', t`Email address is invalid`)
  let first_name: string | null = null
  const values: Record<string, string> = {}
  for (const field of fields) {
    const { name, label, type, choices, is_required } = field
    const text = type === 'first_name' ? input.first_name : input.fields.get(name)?.trim()
    if (!text) {
      if (is_required) problems.set(name, t`${label} is required`)
    } else if (type === 'first_name') first_name = text
    else {
      const read = readFieldValue({ type, choices }, text)
      if ('problem' in read) problems.set(name, `${label} ${read.problem}`)
      else if (read.value !== '') values[name] = read.value
    }
  }
  const ticked = consents.filter(({ name }) => input.consents.has(name))
  for (const { name, text, is_required } of consents)
    if (is_required && !input.consents.has(name)) problems.set(name, t`Tick “${shortened(text)}” to subscribe`)
  if (!email_address || problems.size > 0) throw new RefusedInput(problems)
  const { referrer, mechanism } = input
  return { email_address, referrer, mechanism, details: { first_name, fields: values }, consents: ticked }
}

const MAX_NAMED_LENGTH = 80
const shortened = (text: string) =>
  text.length > MAX_NAMED_LENGTH ? `${text.slice(0, MAX_NAMED_LENGTH).trim()}…` : text
