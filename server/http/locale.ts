import type { IncomingMessage, RequestListener } from 'node:http'
import { LOCALE_COOKIE, localeFor } from '../core/locale/locales.ts'
import { inLocale } from '../core/locale/scope.ts'

/** Answers each request in the locale chosen in its browser, else in one that the browser accepts. */
export const localized =
  (answer: RequestListener): RequestListener =>
  (request, response) =>
    inLocale(localeFor({ chosen: cookieOf(request), accepted: request.headers['accept-language'] }), () =>
      answer(request, response),
    )

const cookieOf = ({ headers: { cookie = '' } }: IncomingMessage): string | undefined =>
  cookie
    .split(/; */)
    .find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))
    ?.slice(LOCALE_COOKIE.length + 1)
