import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, HTTP_STATUS } from '../../core/errors.ts'
import { socketSource } from '../../core/source.ts'
import { storable } from '../../core/wire.ts'
import { outageOf } from '../../db/connections/outage.ts'
import { readForm } from '../../lib/net/read-form.ts'
import { HONEYPOT, thanksHtml } from '../../lib/page/sign-up-form.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { confirm, findConfirmation } from './confirmation/confirmation.ts'
import { hostedPage } from './landing/public-page.ts'
import { MAX_REFERRER } from './schema.ts'
import { formUrl } from './service.ts'
import { embedScript } from './sign-up/embed-script.ts'
import {
  confirmationPage,
  DETAILS,
  embeddedForm,
  errorPage,
  type PublicPage,
  thanksOf,
  thanksPage,
  unknownPage,
} from './sign-up/pages.ts'
import {
  creatorsAfterConfirmation,
  creatorsAfterSignUp,
  recommendedAnswer,
  signUpRecommended,
} from './sign-up/recommended.ts'
import { findOpenForm, type OpenForm, type SignUp, signUp } from './sign-up/sign-up.ts'

const MAX_FORM_BYTES = 64 * 1024
/** Creators' sites post here from other origins. No cookies are involved, so all origins are allowed. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type, Accept',
  'Access-Control-Max-Age': '86400',
  Vary: 'Accept',
}
const SCRIPT_HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

/** Public routes of forms: pages, the embed script, and confirmation links. */
export function formRoutes(app: OpenAPIHono): void {
  app.get('/f/:uid', async (c) => {
    const form = await findOpenForm(c.req.param('uid'))
    return form ? show(c, await hostedPage(form, { referrer: referrerOf(c, form.uid) })) : show(c, unknownPage(), 404)
  })
  app.get('/f/:uid/index.js', async (c) => {
    const form = await findOpenForm(c.req.param('uid'))
    // A closed form shows nothing on the site, and causes no error.
    return c.body(form ? embedScript(embeddedForm(form)) : '// This form is closed.\n', 200, SCRIPT_HEADERS)
  })
  app.options('/f/:uid', (c) => c.body(null, 204, CORS))
  app.post('/f/:uid', async (c) => {
    const form = await findOpenForm(c.req.param('uid'))
    if (!form) return wantsJson(c) ? c.json({ errors: ['Not Found'] }, 404, CORS) : show(c, unknownPage(), 404)
    const several = form.fields.filter(({ type }) => type === 'choices').map(({ name }) => name)
    const given = await readForm(c.req.raw, MAX_FORM_BYTES, new Set(several))
    if (!given) return c.json({ errors: ['The form is too large'] }, 413, CORS)
    try {
      // Only bots fill in the hidden field. They get the usual response.
      if (!given.get(HONEYPOT)) await signUp(form, signUpOf(given, c), socketSource(c))
    } catch (error) {
      return refuse(c, form, given, error)
    }
    const { redirect_url } = form.settings
    if (wantsJson(c)) {
      const thanks = { html: thanksHtml(thanksOf(form)).toString(), message: thanksOf(form).message }
      return c.json({ ...thanks, redirect_url: redirect_url || null }, 200, CORS)
    }
    if (redirect_url) return c.redirect(redirect_url, 303)
    const creators = given.get(HONEYPOT) ? null : await creatorsAfterSignUp(form, given.get('email_address') ?? '')
    return show(c, thanksPage(form, creators))
  })

  app.post('/f/recommended/:token', async (c) => {
    const given = await readForm(c.req.raw, MAX_FORM_BYTES)
    if (!given) return c.text('The form is too large', 413)
    const creator_ids = [...given.keys()].flatMap((name) => CHOSEN.exec(name)?.[1] ?? []).map(Number)
    const source = socketSource(c)
    const result = await signUpRecommended(c.req.param('token'), {
      creator_ids: creator_ids.slice(0, MOST_CHOSEN),
      source,
    })
    return result ? show(c, await recommendedAnswer(result)) : show(c, unknownPage(), 404)
  })

  app.get('/confirm/:token', async (c) => {
    const token = c.req.param('token')
    const confirmation = await findConfirmation(token)
    return confirmation ? show(c, confirmationPage(confirmation, { token })) : show(c, unknownPage(), 404)
  })
  app.post('/confirm/:token', async (c) => {
    const token = c.req.param('token')
    const shown = (await readForm(c.req.raw, MAX_FORM_BYTES))?.get(DETAILS)
    const confirmation = await confirm(token, { source: socketSource(c), details: shown }).catch((error) => {
      if (error instanceof AppError && error.code === 'rate_limited') return error
      throw error
    })
    if (confirmation instanceof AppError) return show(c, errorPage(confirmation.message), HTTP_STATUS.rate_limited)
    if (!confirmation) return show(c, unknownPage(), 404)
    const { redirect_url } = confirmation.settings.confirmation
    if (confirmation.state === 'active' && redirect_url) return c.redirect(redirect_url, 303)
    const creators = confirmation.state === 'active' ? await creatorsAfterConfirmation(token, confirmation) : null
    return show(c, confirmationPage(confirmation, { token, done: true, creators }))
  })
}

/** A chosen box of recommended creators. */
const CHOSEN = /^creator_([1-9]\d{0,8})$/
/** Boxes that are read. */
const MOST_CHOSEN = 20

async function refuse(c: Context, form: OpenForm, given: ReadonlyMap<string, string>, thrown: unknown) {
  const error = outageOf(thrown) ?? thrown
  if (!(error instanceof AppError)) throw error
  const status = HTTP_STATUS[error.code]
  // The plan limit is between the creator and us, so visitors see a neutral message.
  const message = status === 403 ? 'This form does not accept new subscribers right now.' : error.message
  const headers = error.retry_after === undefined ? CORS : { ...CORS, 'Retry-After': String(error.retry_after) }
  if (wantsJson(c)) return c.json({ errors: [message] }, status, headers)
  const values = Object.fromEntries(given)
  return show(c, await hostedPage(form, { refused: { values, message }, referrer: given.get('referrer') }), status)
}

const show = (c: Context, { body, headers }: PublicPage, status: ContentfulStatusCode = 200) =>
  c.body(body, status, headers)

const wantsJson = (c: Context) => (c.req.header('accept') ?? '').includes('application/json')

const MAX_NAME = 255

/** Truncates entered values to what can be stored, so a long name does not fail a sign-up. */
function signUpOf(given: ReadonlyMap<string, string>, c: Context): SignUp {
  const text = (name: string, max: number) =>
    storable(given.get(name) ?? '')
      .trim()
      .slice(0, max)
      .toWellFormed()
  const fields = [...given].filter(([name]) => name.startsWith('service_field_'))
  return {
    email_address: given.get('email_address') ?? '',
    first_name: singleLine(text('first_name', MAX_NAME)).trim() || null,
    fields: new Map(fields.map(([name]) => [name, text(name, MAX_VALUE)])),
    referrer: text('referrer', MAX_REFERRER) || refererHeader(c) || null,
  }
}

const MAX_VALUE = 1000

/** The address that led to the form: the page's own when it has UTM parameters, else the referring page. */
function referrerOf(c: Context, uid: string): string | undefined {
  const { search, searchParams } = new URL(c.req.url)
  const has_campaign = [...searchParams.keys()].some((name) => name.startsWith('utm_'))
  return has_campaign ? `${formUrl(uid)}${search}`.slice(0, MAX_REFERRER) : refererHeader(c)
}

function refererHeader(c: Context): string | undefined {
  const referer = c.req.header('referer')?.slice(0, MAX_REFERRER)
  const from = referer && URL.parse(referer)
  return from && from.host !== new URL(c.req.url).host ? referer : undefined
}
