import { type Source, serviceCtx, systemCtx } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import type { ShownImage } from '../../../lib/page/landing/image.ts'
import type { Publisher } from '../../../lib/page/public-style.ts'
import { utmOf } from '../../../lib/text/utm.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { findPublisher } from '../../style/service.ts'
import { findByAddress } from '../../subscribers/list/by-address.ts'
import type { FieldValues } from '../../subscribers/schema.ts'
import { checkSubscriberLimit } from '../../subscribers/state/counts.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { blocksSignUp, findSuppressed } from '../../subscribers/state/suppression.ts'
import { recordConsent, recordConsentOnce } from '../../subscribers/write/consent.ts'
import { type Origin, upsertSubscribers } from '../../subscribers/write/upsert.ts'
import { countAttempt } from '../../throttle/service.ts'
import { requestConfirmations } from '../confirmation/confirmation.ts'
import { findShownImages } from '../pictures.ts'
import type { StoredForm } from '../service.ts'
import { FormSettings, formPictureIds } from '../settings-schema.ts'
import { addToForms } from '../subscriptions/subscriptions.ts'
import { type AcceptedInput, acceptInput, type SignUp } from './accepted-input.ts'
import { type AskedField, askedFields, type OfferedConsent, offeredConsents } from './asked-fields.ts'
import { type Details, keepDetails } from './details.ts'
import { requestFollowUps } from './follow-up.ts'

/** An active form with what its public page needs. */
export interface OpenForm extends StoredForm {
  account_name: string
  /** Language of its texts that the creator did not write. */
  language: string
  settings: FormSettings
  /** Null: the account chose none. */
  publisher: Publisher
  /** The images of both versions, by id. */
  pictures: ReadonlyMap<number, ShownImage>
  fields: AskedField[]
  consents: OfferedConsent[]
}

/** Returns undefined unless the form exists, is active, and is no landing page that was never published. */
export async function findOpenForm(uid: string): Promise<OpenForm | undefined> {
  if (!/^[\w-]{1,64}$/.test(uid) || !latestInstanceSettings().has_forms) return undefined
  const form = await unscoped().form.findUnique({
    where: { uid },
    include: { account: { select: { name: true, language: true } }, landing_page: { select: { is_hidden: true } } },
  })
  if (form?.status !== 'active' || form.landing_page?.is_hidden) return undefined
  const settings = FormSettings.parse(form.settings)
  const isAsking = settings.fields.some(({ custom_field_id }) => custom_field_id !== null)
  const account_fields = isAsking ? (await loadDefinitions(systemCtx(form.account_id))).fields : []
  return {
    ...form,
    account_name: form.account.name,
    language: form.account.language,
    settings,
    publisher: await findPublisher(systemCtx(form.account_id)),
    pictures: await findShownImages(systemCtx(form.account_id), formPictureIds(settings)),
    fields: inLanguage(form.account, () => askedFields(settings, account_fields)),
    consents: offeredConsents(settings),
  }
}

/** Minimum time between two confirmation emails to one subscriber. */
const CONFIRMATION_INTERVAL_MS = 86_400_000

/**
 * Signs up an address (contract 8.2.2). The caller learns nothing about an existing subscriber. Throws invalid for an invalid address and
 * for values that the form does not accept, forbidden when the plan is full, rate_limited.
 * @returns whether the form has a new subscriber, or one who came back; for figures only
 */
export async function signUp(form: OpenForm, input: SignUp, source: Source): Promise<boolean> {
  const accepted = acceptInput(form, input)
  const { email_address } = accepted
  await countAttempt(serviceCtx(), { attempt: 'form', source, target: email_address })
  return write(systemCtx(form.account_id), async (tx) => {
    // Also checked for existing subscribers, or a full plan would reveal who is one.
    await checkSubscriberLimit(tx, { adding: 1 })
    const suppressed = await findSuppressed(tx, { email_addresses: [email_address] })
    const reason = suppressed.get(email_address)
    if (blocksSignUp(reason)) return false
    return subscribe(tx, form, { ...accepted, must_confirm: form.double_opt_in || reason === 'hard_bounce' }, source)
  })
}

async function subscribe(
  tx: Tx,
  form: OpenForm,
  { email_address, details, consents, referrer, mechanism, must_confirm }: AcceptedInput & { must_confirm: boolean },
  { ip }: Source,
): Promise<boolean> {
  const consent = { source: 'form', text: form.settings.consent_text || null, form_id: form.id, ip } as const
  let id = await findByAddress(tx, { email_address, lock: 'for no key update' })
  const isNew = id === undefined
  if (id === undefined) {
    const state = must_confirm ? 'inactive' : 'active'
    const items = [{ email_address, state, ...valuesOf(form, details) } as const]
    const [saved] = await upsertSubscribers(tx, { items, origin: originOf(form, { referrer, mechanism }, consent) })
    if (!saved?.id) throw new Error('The subscriber was neither found nor created')
    id = saved.id
  }
  const transition = must_confirm ? 'resubscribe_unconfirmed' : 'resubscribe'
  const isBack = (await changeState(tx, { ids: [id], transition, cause: 'form' })).length > 0
  const tag_ids = consents.flatMap(({ tag_id }) => tag_id ?? [])
  const [added] = await addToForms(tx, { additions: [{ form_id: form.id, subscriber_id: id, referrer, tag_ids }] })
  if (!added) throw new Error('The form no longer accepts subscribers')
  if (!isNew && (added.created || isBack)) {
    await recordConsent(tx, { subscriber_id: id, ...consent })
  }
  for (const { text } of consents) await recordConsentOnce(tx, { subscriber_id: id, ...consent, text })
  // Emails get lost, so someone who signs up again a day later, or resubscribes, gets another.
  const asked_before = isBack ? tx.now() : new Date(+tx.now() - CONFIRMATION_INTERVAL_MS)
  const pairs = [{ form_id: form.id, subscriber_id: id }]
  if (!added.created) await requestConfirmations(tx, { pairs, asked_before })
  if (!added.created) await requestFollowUps(tx, { pairs: [{ form_id: form.id, subscriber_id: id, tag_ids }] })
  await requestConfirmations(tx, { pairs, asked_before, new_sign_up: true, must_confirm })
  // Anyone can enter any address, so data of an existing subscriber changes only when that subscriber confirms.
  if (!isNew) await keepDetails(tx, { form_id: form.id, subscriber_id: id, details })
  return added.created || isBack
}

function valuesOf(form: OpenForm, { first_name, fields }: Details): { first_name: string | null; fields: FieldValues } {
  const asked = form.fields.flatMap(({ name, key }) => (key && fields[name] !== undefined ? [[key, fields[name]]] : []))
  return { first_name, fields: Object.fromEntries(asked) }
}

function originOf(
  form: OpenForm,
  { referrer, mechanism }: Pick<AcceptedInput, 'referrer' | 'mechanism'>,
  consent: Origin['consent'],
): Origin {
  const { source, medium, campaign, term, content } = utmOf(referrer)
  return {
    cause: 'form',
    attribution: {
      source_type: 'form_subscription',
      source_name: form.name,
      source_mechanism: mechanism ?? (form.type === 'hosted' ? 'landing_page' : null),
      source_form_id: form.id,
      referrer,
      utm_source: source,
      utm_medium: medium,
      utm_campaign: campaign,
      utm_term: term,
      utm_content: content,
    },
    consent,
  }
}
