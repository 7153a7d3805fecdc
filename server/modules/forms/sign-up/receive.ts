import { type Source, serviceCtx } from '../../../core/context.ts'
import { storable } from '../../../core/wire.ts'
import { FIRST_NAME, HONEYPOT } from '../../../lib/page/sign-up-form.ts'
import { singleLine } from '../../../lib/text/single-line.ts'
import { countBlocked, countSignUp } from '../results/count.ts'
import { MAX_REFERRER } from '../schema.ts'
import { decideVisitor } from '../spam/challenge.ts'
import { acceptInput, type SignUp } from './accepted-input.ts'
import { type OpenForm, signUp } from './sign-up.ts'

const MAX_NAME = 255
const MAX_VALUE = 1000

/** Origin of a form, according to its request. */
export interface SentFrom {
  source: Source
  referer: string | undefined
}

/**
 * Signs up what a form sent. A program that filled in the hidden field gets the answer of everyone else. Throws what `signUp` throws.
 * @returns `step` when nothing shows that a visitor sent it: they are asked for one more click (decision 0018)
 */
export async function receiveSignUp(
  form: OpenForm,
  given: ReadonlyMap<string, string>,
  { source, referer }: SentFrom,
): Promise<'thanks' | 'step'> {
  if (given.get(HONEYPOT)) {
    countBlocked(form.uid, 'hidden field')
    return 'thanks'
  }
  const input = signUpOf(given, referer)
  // Before the extra step, so no one takes it for nothing.
  acceptInput(form, input)
  const decision = decideVisitor(form.uid, given, serviceCtx().now())
  if (decision === 'no proof' || decision === 'too fast') {
    countBlocked(form.uid, decision === 'too fast' ? 'too fast' : 'step left')
    return 'step'
  }
  const isNew = await signUp(form, input, source)
  if (decision === 'step taken') countBlocked(form.uid, 'step left', -1)
  // As views are counted: by the page with the form. Embeds that were loaded before scripts sent it name that page as the referrer.
  const told = (name: string) => given.get(name)?.slice(0, MAX_REFERRER) || null
  const visit = {
    page: told('page') ?? input.referrer,
    came_from: told('came_from'),
    version: told('envoi_version') ?? '',
  }
  if (isNew) countSignUp(form.uid, visit)
  return 'thanks'
}

/** Truncates entered values to what can be stored, so a long name does not fail a sign-up. */
function signUpOf(given: ReadonlyMap<string, string>, referer: string | undefined): SignUp {
  const text = (name: string, max: number) =>
    storable(given.get(name) ?? '')
      .trim()
      .slice(0, max)
      .toWellFormed()
  const fields = [...given].filter(([name]) => name.startsWith('service_field_'))
  const ticked = [...given].filter(([name, value]) => name.startsWith('consent_') && value !== '')
  return {
    email_address: given.get('email_address') ?? '',
    first_name: singleLine(text(FIRST_NAME, MAX_NAME)).trim() || null,
    fields: new Map(fields.map(([name]) => [name, text(name, MAX_VALUE)])),
    consents: new Set(ticked.map(([name]) => name)),
    referrer: text('referrer', MAX_REFERRER) || referer || null,
  }
}
