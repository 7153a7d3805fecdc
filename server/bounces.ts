import type { Logger } from './core/log.ts'
import { database } from './db/client.ts'
import { type Env, SettingError } from './env.ts'
import { ApplyLoop } from './modules/bounces/intake/apply-loop.ts'
import { Arrivals } from './modules/bounces/intake/arrivals.ts'
import { listenInTurn } from './modules/bounces/intake/shared-port.ts'
import type { ListenerLimits } from './modules/bounces/intake/smtp-listener.ts'

/** Lock of the session whose process reads the mailbox. */
const MAILBOX_LOCK = 0x656e7602

type IntakeSettings = Pick<
  Env,
  'HOST' | 'BOUNCE_DOMAIN' | 'BOUNCE_SMTP_PORT' | 'BOUNCE_SMTP_CERTIFICATE' | 'BOUNCE_SMTP_KEY' | 'BOUNCE_IMAP_URL'
>

/** Starts receiving bounces and complaints according to the settings. Returns the listener's port, if there is one, and a function that stops. */
export async function startReports({
  settings,
  log,
  poll_ms,
  limits,
}: {
  settings: IntakeSettings
  log: Logger
  poll_ms?: number
  limits?: Partial<ListenerLimits>
}): Promise<{ port?: number; stop: () => Promise<void> }> {
  const { BOUNCE_DOMAIN, BOUNCE_SMTP_PORT, BOUNCE_IMAP_URL } = settings
  const listens = BOUNCE_DOMAIN !== undefined && BOUNCE_SMTP_PORT !== undefined
  if (!listens && !BOUNCE_IMAP_URL) return { stop: async () => undefined }
  const loop = new ApplyLoop({ log })
  const arrivals = new Arrivals(() => loop.wake(), loop.held)
  const { BOUNCE_SMTP_CERTIFICATE: certificate, BOUNCE_SMTP_KEY: key, HOST: host } = settings
  // Loaded on demand: most instances use neither, and the SMTP server and the IMAP client load a lot of code.
  const open = (domain: string, port: number) => async () => {
    const { listenForReports } = await import('./modules/bounces/intake/smtp-listener.ts')
    return listenForReports({ port, host, domain, certificate, key, arrivals, log, limits })
  }
  const listener = listens
    ? await listenInTurn(open(BOUNCE_DOMAIN, BOUNCE_SMTP_PORT), { log, retry_ms: poll_ms }).catch((error: Error) => {
        throw new SettingError(`BOUNCE_SMTP_PORT cannot be used: ${error.message}`)
      })
    : undefined
  const leaveSession = BOUNCE_IMAP_URL
    ? await database().session.use({ channels: [], onNotification: () => undefined })
    : undefined
  const mayRead = () => database().session.tryLock(MAILBOX_LOCK)
  const openMailbox = async (url: string) => {
    const { MailboxIntake } = await import('./modules/bounces/intake/mailbox.ts')
    return new MailboxIntake({ url, arrivals, mayRead, log, poll_ms })
  }
  const mailbox = BOUNCE_IMAP_URL ? await openMailbox(BOUNCE_IMAP_URL) : undefined
  loop.start()
  mailbox?.start()
  return {
    ...(listener?.port !== undefined && { port: listener.port }),
    stop: async () => {
      await Promise.all([listener?.close(), mailbox?.stop()])
      await arrivals.drain()
      await loop.stop()
      if (mailbox) await database().session.unlock(MAILBOX_LOCK)
      await leaveSession?.()
    },
  }
}
