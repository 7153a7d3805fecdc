import { provideServer } from './auth/loaded-server.ts'
import { type OpenRuntime, openJobs, warnOfTransport } from './boot.ts'
import { ownBuild } from './build/own-build.ts'
import { PROJECT } from './build/sources.ts'
import { serviceCtx } from './core/context.ts'
import { startFigures } from './core/instance/figures.ts'
import { watchInstanceSettings } from './core/instance/settings.ts'
import { logConsole } from './core/log.ts'
import { openTextThreads } from './core/texts/text-work.ts'
import { ensureDemoAccount } from './demo/demo-account.ts'
import { hostSeparation, ownHostNames } from './http/host-roles.ts'
import { createHttp, listenUntilStopped } from './http/listener.ts'
import { openPages } from './http/pages.ts'
import { announce } from './lib/announce.ts'
import { TextThreads } from './mail/threads/text-threads.ts'
import { watchPlans } from './modules/accounts/plans/known-plans.ts'
import { firstAccountUrl, hasUsers } from './modules/accounts/sign-up/first-account.ts'
import { watchProcess } from './modules/admin/overview/warn-process.ts'
import { startFormCounts } from './modules/forms/results/count.ts'
import { watchProxies } from './modules/proxies/service.ts'
import { watchSearchBacklog } from './modules/subscribers/list/search-backlog.ts'
import { restApp } from './rest/app.ts'
import { countLateSearchTexts, metricsRegistry } from './rest/metrics.ts'
import type { Closing } from './stop.ts'

/** Runs the service once settings and database are ready: demo account, pages, jobs, and one HTTP server for all. */
export async function serve(
  runtime: OpenRuntime,
  { wants_demo, closing }: { wants_demo: boolean; closing: Closing },
): Promise<void> {
  logConsole(runtime.log)
  provideServer(() => import('./trpc/for-pages.ts'))
  const settings = runtime.env
  const isDevelopment = settings.NODE_ENV === 'development'
  const openBuiltPages = async () => {
    const pages = await openPages({
      root: PROJECT,
      build: isDevelopment ? undefined : ownBuild(),
      port: settings.PORT,
      host: settings.HOST,
    })
    closing.runtime(pages.close)
    return pages
  }
  const start = Promise.withResolvers<void>()
  const [pages, demo] = await Promise.all([
    openBuiltPages(),
    // An external database contains only the owner's data.
    wants_demo && !settings.DATABASE_URL ? ensureDemoAccount(settings.DATA_DIR) : undefined,
    openJobs(runtime, { work: settings.WORKER === 'on', closing, after: start.promise }),
  ])
  closing.work(await watchInstanceSettings())
  closing.work(await watchPlans())
  closing.work(startFigures())
  closing.work(watchProcess({ log: runtime.log, registry: metricsRegistry() }).stop)
  closing.work(startFormCounts(() => serviceCtx().now()))
  // Requests and jobs that are ending need their texts.
  closing.runtime(openTextThreads(new TextThreads()).stop)
  const rest = restApp({
    base_url: settings.BASE_URL,
    metrics_token: settings.METRICS_TOKEN,
    metrics_public: settings.METRICS_PUBLIC === 'on',
  })
  const server = createHttp(rest, pages.answer, {
    app_url: settings.APP_URL,
    upgrade: isDevelopment ? pages.upgrade : undefined,
    watchProxy: await watchProxies(serviceCtx()),
    separation: hostSeparation(settings),
    isOwnName: isDevelopment ? undefined : ownHostNames(settings, settings.ALLOWED_HOSTS),
  })
  await listenUntilStopped(server, { PORT: settings.PORT, HOST: settings.HOST, closing })
  void warnOfTransport(runtime)
  closing.work(watchSearchBacklog({ log: runtime.log, onLate: countLateSearchTexts }).stop)

  announce(`Envoi    ${settings.APP_URL}`)
  if (demo) announce(`Sign in  ${demo.email_address}  ${demo.password}  (demo account)`)
  if (demo) announce(`API key  ${demo.api_key}`)
  if (wants_demo && !settings.DATABASE_URL && !demo)
    announce(`Demo     none: the demo account is made only in a new data folder, before anyone signs up`)
  if (!(await hasUsers()))
    announce(`First    ${firstAccountUrl()}  (open this to create the first account, which administers this instance)`)
  announce(`Data     ${settings.DATABASE_URL ? 'in the database of DATABASE_URL' : settings.DATA_DIR}`)
  start.resolve()
}
