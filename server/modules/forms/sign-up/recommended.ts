import { type Source, serviceCtx, systemCtx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { env } from '../../../env.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Html } from '../../../lib/page/html.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { creatorsSection } from '../../recommendations/section.ts'
import { countSignUp, findChosen, showCreators } from '../../recommendations/shown.ts'
import { readVisitor } from '../../recommendations/tokens.ts'
import { shownForm } from '../../sites/service.ts'
import { findPublisher } from '../../style/service.ts'
import { readConfirmationToken } from '../confirmation/tokens.ts'
import { type PublicPage, recommendedPage } from './pages.ts'
import { findOpenForm, type OpenForm, signUp } from './sign-up.ts'

/** Outcome of a visitor's choice. */
export interface RecommendedSignUps {
  account_id: number
  /** Creators whose list the visitor is on, or who ask for a confirmation by email. */
  subscribed: string[]
  /** Creators who take no one right now. */
  failed: string[]
}

/**
 * Signs a visitor up with the creators they chose, on the form of each creator's site: its double opt-in, limits and consent hold. A creator who is
 * full or not open any more is left out. Returns undefined for a page that is too old.
 */
export async function signUpRecommended(
  token: string,
  { creator_ids, source }: { creator_ids: readonly number[]; source: Source },
): Promise<RecommendedSignUps | undefined> {
  const visitor = readVisitor(token, serviceCtx().now())
  if (!visitor) return undefined
  const { account_id, email_address } = visitor
  const [subscribed, failed]: [string[], string[]] = [[], []]
  for (const { id, name } of await findChosen(account_id, { creator_ids })) {
    const shown = await shownForm(systemCtx(id))
    const form = shown && (await findOpenForm(shown.uid))
    if (!form) continue
    // The consent is what stood beside the box.
    const settings = { ...form.settings, consent_text: t`Yes, I want emails from ${name}.` }
    const input = {
      email_address,
      first_name: null,
      fields: new Map(),
      consents: new Set<string>(),
      referrer: null,
      mechanism: 'recommendations' as const,
    }
    try {
      // The boxes of the form are not on this page, so nothing of it is asked or agreed to.
      await signUp({ ...form, settings, fields: [], consents: [] }, input, source)
      await countSignUp(account_id, { creator_id: id })
      subscribed.push(name)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failed.push(name)
    }
  }
  return { account_id, subscribed, failed }
}

/** Returns with whom the visitor of a page signed up. */
export const recommenderOf = (token: string): { account_id: number } | undefined =>
  readVisitor(token, serviceCtx().now())

/** Returns the address that the choice is posted to. */
const action = () => `${env().PUBLIC_URL}/f/recommended`

/** Returns the creators to show after a sign-up on a form of its own page, or inside another page, null for none. */
export async function creatorsAfterSignUp(
  form: OpenForm,
  typed: string,
  { is_inside }: { is_inside: boolean },
): Promise<Html | null> {
  const email_address = parseEmailAddress(typed)
  const { account_id, account_name } = form
  const shown = email_address && (await showCreators({ account_id, email_address }))
  if (!shown) return null
  const image_origin = new URL(env().PUBLIC_URL).origin
  return creatorsSection(shown, { account_name, action: action(), image_origin, is_inside })
}

/** Returns the creators to show on the page of a confirmed address, null for none. */
export async function creatorsAfterConfirmation(
  token: string,
  { account_name }: { account_name: string },
): Promise<Html | null> {
  const ref = readConfirmationToken(token)
  if (!ref) return null
  const { account_id, subscriber_id } = ref
  const subscriber = await systemCtx(account_id).db.subscriber.findFirst({
    where: { id: subscriber_id, state: 'active' },
    select: { email_address: true },
  })
  const shown = subscriber && (await showCreators({ account_id, email_address: subscriber.email_address }))
  return shown ? creatorsSection(shown, { account_name, action: action() }) : null
}

/** Returns the page that says what became of a choice, in the style of the account that recommended. */
export const recommendedAnswer = async (result: RecommendedSignUps): Promise<PublicPage> =>
  recommendedPage(result, await findPublisher(systemCtx(result.account_id)))
