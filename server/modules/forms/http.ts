import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { serviceCtx } from '../../core/context.ts'
import { AppError, HTTP_STATUS, joinMessages } from '../../core/errors.ts'
import { inLanguage, inLanguageOf } from '../../core/locale/of-account.ts'
import { socketSource } from '../../core/source.ts'
import { outageOf } from '../../db/connections/outage.ts'
import { t } from '../../lib/locale/texts.ts'
import { readForm } from '../../lib/net/read-form.ts'
import { type HiddenInputs, HONEYPOT } from '../../lib/page/sign-up-form.ts'
import { confirm, findConfirmation } from './confirmation/confirmation.ts'
import { readConfirmationToken } from './confirmation/tokens.ts'
import { embedScript } from './embed/embed-script.ts'
import { pagesScript } from './embed/pages-script.ts'
import { openFile, type ServedFile } from './files/service.ts'
import { readFileToken } from './files/tokens.ts'
import { hostedPage } from './landing/public-page.ts'
import { countView } from './results/count.ts'
import { isCountedView } from './results/view-limits.ts'
import { MAX_REFERRER } from './schema.ts'
import { formUrl } from './service.ts'
import { RefusedInput } from './sign-up/accepted-input.ts'
import { embeddedForm, embeddedThanks, refusedForm } from './sign-up/embedded.ts'
import {
  confirmationPage,
  DETAILS,
  errorPage,
  type PublicPage,
  stepHtml,
  stepPage,
  thanksOf,
  thanksPage,
  unknownPage,
} from './sign-up/pages.ts'
import { receiveSignUp } from './sign-up/receive.ts'
import {
  creatorsAfterConfirmation,
  creatorsAfterSignUp,
  recommendedAnswer,
  recommenderOf,
  signUpRecommended,
} from './sign-up/recommended.ts'
import { findOpenForm, type OpenForm } from './sign-up/sign-up.ts'
import { inVersion, type Version, versionFor, versionName } from './sign-up/versions.ts'
import { newChallenge } from './spam/challenge.ts'

const MAX_FORM_BYTES = 64 * 1024
const MAX_VIEW_BYTES = 16 * 1024
/** Creators' sites post here from other origins. No cookies are used, so all origins are allowed. */
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

/** Public routes of forms: pages, scripts, views, sign-ups, and confirmation links. */
export function formRoutes(app: OpenAPIHono): void {
  app.get('/f/forms.js', (c) => c.body(pagesScript(new URL(formUrl('')).origin), 200, SCRIPT_HEADERS))
  app.get('/f/:uid', (c) => showForm(c, { framed: false }))
  app.get('/f/:uid/frame', (c) => showForm(c, { framed: true }))
  app.get('/f/:uid/index.js', async (c) => {
    const script = await withForm(c, async (form) => embedScript(embeddedForm(form)))
    // A closed form shows nothing on the site, and causes no error.
    return c.body(script ?? '// This form is closed.\n', 200, SCRIPT_HEADERS)
  })
  app.post('/f/:uid/views', async (c) => {
    const uid = c.req.param('uid')
    const given = await readForm(c.req.raw, MAX_VIEW_BYTES)
    const told = (name: string) => given?.get(name)?.slice(0, MAX_REFERRER) || null
    const visit = { page: told('page'), came_from: told('came_from'), version: told('version') ?? '' }
    const source = socketSource(c)
    const now = serviceCtx().now()
    // An uncounted view also gets a challenge, so no one is kept from signing up.
    if (!told('again') && isCountedView({ uid, page: visit.page, source }, +now))
      countView(uid, visit, source.user_agent)
    return c.json(newChallenge(uid, now), 200, CORS)
  })
  for (const path of ['/f/:uid', '/f/:uid/frame', '/f/:uid/views']) app.options(path, (c) => c.body(null, 204, CORS))
  for (const [path, framed] of [
    ['/f/:uid', false],
    ['/f/:uid/frame', true],
  ] as const)
    app.post(path, async (c) => {
      const missing = () => (wantsJson(c) ? c.json({ errors: ['Not Found'] }, 404, CORS) : show(c, unknownPage(), 404))
      return (await withForm(c, (form) => receive(c, form, { framed }))) ?? missing()
    })
  app.post('/f/recommended/:token', async (c) => {
    const given = await readForm(c.req.raw, MAX_FORM_BYTES)
    if (!given) return c.text(t`The form is too large`, 413)
    const creator_ids = [...given.keys()].flatMap((name) => CHOSEN.exec(name)?.[1] ?? []).map(Number)
    const source = socketSource(c)
    const token = c.req.param('token')
    return inLanguageOf(recommenderOf(token), async () => {
      const result = await signUpRecommended(token, { creator_ids: creator_ids.slice(0, MAX_CHOSEN), source })
      return result ? show(c, await recommendedAnswer(result)) : show(c, unknownPage(), 404)
    })
  })
  app.get('/f/file/:token', (c) => {
    const token = c.req.param('token')
    return inLanguageOf(readFileToken(token), async () => {
      const file = await openFile(token).catch((error) => {
        if (error instanceof AppError) return error
        throw error
      })
      if (file instanceof AppError) return show(c, errorPage(file.message), HTTP_STATUS[file.code])
      return file ? c.body(file.body, 200, downloadHeaders(file)) : show(c, unknownPage(), 404)
    })
  })
  app.get('/confirm/:token', (c) => {
    const token = c.req.param('token')
    return inLanguageOf(readConfirmationToken(token), async () => {
      const confirmation = await findConfirmation(token)
      return confirmation ? show(c, confirmationPage(confirmation, { token })) : show(c, unknownPage(), 404)
    })
  })
  app.post('/confirm/:token', (c) =>
    inLanguageOf(readConfirmationToken(c.req.param('token')), () => confirmed(c, c.req.param('token'))),
  )
}

async function confirmed(c: Context, token: string) {
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
}

/** A chosen box of recommended creators. */
const CHOSEN = /^creator_([1-9]\d{0,8})$/
/** Boxes that are read. */
const MAX_CHOSEN = 20

/** Browsers save the file under its name and open nothing. */
const downloadHeaders = ({ name, media_type, bytes }: ServedFile) => ({
  'Content-Type': media_type,
  'Content-Length': String(bytes),
  'Content-Disposition': `attachment; filename="download.${name.slice(name.lastIndexOf('.') + 1)}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
})

/** Runs work with the form of a request, in its account's language. Returns undefined without an open form. */
async function withForm<T>(c: Context, work: (form: OpenForm) => Promise<T>): Promise<T | undefined> {
  const form = await findOpenForm(c.req.param('uid') ?? '')
  return form && inLanguage(form, () => work(form))
}

async function showForm(c: Context, { framed }: { framed: boolean }) {
  const page = await withForm(c, (form) => {
    // A version requested by address is in no count of a test.
    const requested_version = askedVersion(c.req.query('version'))
    const version = requested_version ?? versionFor(form, visitorOf(c))
    const hidden = {
      referrer: referrerOf(c, form.uid),
      page: ownAddress(c, form.uid, { framed }),
      came_from: refererHeader(c),
      [VERSION]: requested_version ?? versionName(form, version),
    }
    return hostedPage(form, version, { hidden, framed })
  })
  return page ? show(c, page) : show(c, unknownPage(), 404)
}

/** The name of the input with the version of a test. */
const VERSION = 'envoi_version'

const askedVersion = (given: string | undefined): Version | undefined =>
  given === 'a' || given === 'b' ? given : undefined

const visitorOf = (c: Context) => `${socketSource(c).ip} ${c.req.header('user-agent') ?? ''}`

async function receive(c: Context, form: OpenForm, { framed }: { framed: boolean }) {
  const several = form.fields.filter(({ type }) => type === 'choices').map(({ name }) => name)
  const form_data = await readForm(c.req.raw, MAX_FORM_BYTES, new Set(several))
  if (!form_data) return c.json({ errors: [t`The form is too large`] }, 413, CORS)
  const answer = await receiveSignUp(form, form_data, { source: socketSource(c), referer: refererHeader(c) }).catch(
    (error) => error as Error,
  )
  if (answer instanceof Error) return refuse(c, form, form_data, { thrown: answer, framed })
  const { redirect_url } = form.settings
  if (answer === 'step') {
    if (!wantsJson(c)) return show(c, stepPage(form, form_data, { framed }))
    const step = {
      html: stepHtml(form, form_data).toString(),
      message: t`Press “Continue” to subscribe.`,
      is_step: true,
    }
    return c.json({ ...step, redirect_url: null }, 200, CORS)
  }
  const is_inside = framed || wantsJson(c)
  const email_address = redirect_url || form_data.get(HONEYPOT) ? '' : (form_data.get('email_address') ?? '')
  const creators = await creatorsAfterSignUp(form, email_address, { is_inside })
  if (wantsJson(c)) {
    const thanks = { html: embeddedThanks(form, creators).toString(), message: thanksOf(form).message }
    return c.json({ ...thanks, redirect_url: redirect_url || null }, 200, CORS)
  }
  if (redirect_url) return c.redirect(redirect_url, 303)
  return show(c, thanksPage(form, { email_address, framed, creators }))
}

async function refuse(
  c: Context,
  form: OpenForm,
  given: ReadonlyMap<string, string>,
  { thrown, framed }: { thrown: Error; framed: boolean },
) {
  const error = outageOf(thrown) ?? thrown
  if (!(error instanceof AppError)) throw error
  const status = HTTP_STATUS[error.code]
  // The plan limit is between the creator and us, so visitors get a neutral message.
  const message =
    status === 403 ? t`This form does not accept new subscribers right now.` : joinMessages(error.messages)
  const headers = error.retry_after === undefined ? CORS : { ...CORS, 'Retry-After': String(error.retry_after) }
  const problems = error instanceof RefusedInput ? Object.fromEntries(error.problems) : undefined
  const refused = {
    values: Object.fromEntries(given),
    message: problems ? t`Please correct the marked fields.` : message,
    problems,
  }
  const version = given.get(VERSION)?.startsWith('b') ? 'b' : 'a'
  if (wantsJson(c)) {
    const marked = problems && { form: refusedForm(inVersion(form, version), refused).toString() }
    return c.json({ errors: [message], ...marked }, status, headers)
  }
  const kept = ['referrer', 'page', 'came_from', VERSION].map((name) => [name, given.get(name)])
  const hidden: HiddenInputs = Object.fromEntries(kept)
  return show(c, await hostedPage(form, version, { refused, hidden, framed }), status)
}

const show = (c: Context, { body, headers }: PublicPage, status: ContentfulStatusCode = 200) =>
  c.body(body, status, headers)

const wantsJson = (c: Context) => (c.req.header('accept') ?? '').includes('application/json')

/** Returns the address that led to the form: the page's own if it has UTM parameters, else the referring page. */
function referrerOf(c: Context, uid: string): string | undefined {
  const { searchParams } = new URL(c.req.url)
  const hasCampaign = [...searchParams.keys()].some((name) => name.startsWith('utm_'))
  return hasCampaign ? ownAddress(c, uid, { framed: false }) : refererHeader(c)
}

const ownAddress = (c: Context, uid: string, { framed }: { framed: boolean }) =>
  `${formUrl(uid)}${framed ? '/frame' : ''}${new URL(c.req.url).search}`.slice(0, MAX_REFERRER)

function refererHeader(c: Context): string | undefined {
  const referer = c.req.header('referer')?.slice(0, MAX_REFERRER)
  const from = referer && URL.parse(referer)
  return from && from.host !== new URL(c.req.url).host ? referer : undefined
}
