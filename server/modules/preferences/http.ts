import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, HTTP_STATUS } from '../../core/errors.ts'
import { inLanguageOf } from '../../core/locale/of-account.ts'
import { socketSource } from '../../core/source.ts'
import { storable } from '../../core/wire.ts'
import { t } from '../../lib/locale/texts.ts'
import { readForm } from '../../lib/net/read-form.ts'
import { pageHeaders } from '../../lib/page/public-page.ts'
import { messagePage, type Notice, preferencesPage, requestPage } from './page.ts'
import { findPreferences, ownerOf } from './read.ts'
import { confirmRequest, findRequest, findRequester, request } from './requests.ts'
import { comeBack, countChange, leave, saveLeaveReason, savePause, saveTopics, saveTracking } from './save.ts'
import { LeaveReason } from './schema.ts'

const MAX_FORM_BYTES = 16 * 1024

/** Public routes of the preference page. GET changes nothing, because email scanners open links (B5). */
export function preferenceRoutes(app: OpenAPIHono): void {
  app.get('/preferences/confirm/:token', async (c) => {
    const token = c.req.param('token')
    return inLanguageOf(await findRequester(token), async () => {
      const view = await findRequest(token)
      return view ? send(c, requestPage(view)) : unknownLink(c)
    })
  })
  app.post('/preferences/confirm/:token', async (c) =>
    inLanguageOf(await findRequester(c.req.param('token')), () => refusing(c, () => confirmed(c))),
  )
  app.get('/preferences/:token', (c) => inLanguageOf(ownerOf(c.req.param('token')), () => show(c)))
  app.post('/preferences/:token', (c) => {
    const token = c.req.param('token')
    return inLanguageOf(ownerOf(token), () =>
      refusing(c, async () => {
        await countChange(socketSource(c))
        const form = await readForm(c.req.raw, MAX_FORM_BYTES)
        if (form === undefined) return c.text(t`The form is too large`, 413)
        return show(c, await save(c, token, form))
      }),
    )
  })
}

async function show(c: Context, notice?: Notice) {
  const preferences = await findPreferences(c.req.param('token') ?? '')
  return preferences ? send(c, preferencesPage(preferences, notice)) : unknownLink(c)
}

async function save(c: Context, token: string, form: ReadonlyMap<string, string>): Promise<Notice | undefined> {
  const source = socketSource(c)
  switch (form.get('action')) {
    case 'topics':
      await saveTopics(token, { shown: idsOf(form, 'shown_'), chosen: idsOf(form, 'topic_'), source })
      return { text: t`Your topics are saved.` }
    case 'pause': {
      const days = Number(form.get('days'))
      await savePause(token, { days })
      return { text: days === 0 ? t`Emails continue.` : t`Emails are paused.` }
    }
    case 'tracking': {
      const is_on = form.get('is_on') === '1'
      await saveTracking(token, { is_on, source })
      return {
        text: is_on
          ? t`Your opens and clicks are counted again.`
          : t`Your opens and clicks are no longer counted. Those that were counted are deleted.`,
      }
    }
    case 'unsubscribe':
      await leave(token)
      // The page's heading says it.
      return undefined
    case 'resubscribe':
      if (await comeBack(token)) return { text: t`You are subscribed again.` }
      return {
        text: t`You cannot subscribe again here, because an email to you failed or was reported as spam. Reply to an email to ask for help.`,
        is_refused: true,
      }
    case 'reason': {
      const reason = LeaveReason.safeParse(form.get('reason'))
      if (!reason.success) return { text: t`Choose a reason.`, is_refused: true }
      const comment =
        storable(form.get('comment') ?? '')
          .trim()
          .slice(0, MAX_COMMENT)
          .toWellFormed() || null
      await saveLeaveReason(token, { reason: reason.data, comment })
      return undefined
    }
    case 'address': {
      const result = await request(token, { kind: 'address', new_address: form.get('email_address') ?? '', source })
      if (result === 'invalid_address')
        return { text: t`Enter an email address, such as you@example.com.`, is_refused: true }
      return { text: t`Check the inbox of the new address. Follow the link in the email to confirm it.` }
    }
    case 'copy':
    case 'erasure': {
      const result = await request(token, { kind: form.get('action') === 'copy' ? 'copy' : 'erasure', source })
      return {
        text:
          result === 'sent_to_old'
            ? t`Your address was changed on this page. Follow the link in the email to your old address to continue. If you cannot read it, ask the sender.`
            : t`Check your inbox. Follow the link in the email to continue.`,
      }
    }
    default:
      return undefined
  }
}

const MAX_COMMENT = 500

const idsOf = (form: ReadonlyMap<string, string>, prefix: string): number[] =>
  [...form.keys()].flatMap((name) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : []))

async function confirmed(c: Context) {
  const form = await readForm(c.req.raw, MAX_FORM_BYTES)
  if (form === undefined) return c.text(t`The form is too large`, 413)
  const agrees = form.get('action') === 'agree'
  const result = await confirmRequest(c.req.param('token') ?? '', { agrees, source: socketSource(c) })
  if (!result) return unknownLink(c)
  if (result.kind === 'failed')
    return send(c, messagePage(t`Nothing was changed`, result.message, result.publisher), 409)
  if (result.kind === 'copy')
    return c.body(result.json, 200, {
      ...pageHeaders(),
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    })
  const { account_name, publisher } = result
  const page =
    result.kind === 'erasure'
      ? messagePage(t`Your data is erased`, t`${account_name} will never email you again.`, publisher)
      : result.kind === 'agreed'
        ? messagePage(t`Your new address is confirmed`, t`Your data and what you bought belong to it now.`, publisher)
        : messagePage(t`Your address is confirmed`, t`${account_name} sends emails to this address now.`, publisher)
  return send(c, page)
}

async function refusing(c: Context, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    return send(c, messagePage(t`Too many attempts`, error.message), HTTP_STATUS.rate_limited)
  }
}

const unknownLink = (c: Context) =>
  send(
    c,
    messagePage(
      t`This link does not work`,
      t`The link may be incomplete, used or expired. Use the link in the latest email.`,
    ),
    404,
  )

const send = (
  c: Context,
  { body, headers }: ReturnType<typeof messagePage>,
  status: ContentfulStatusCode = 200,
): Response => c.body(body, status, headers)
