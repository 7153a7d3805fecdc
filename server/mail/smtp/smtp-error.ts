import type { SendStage } from '../transport.ts'
import type { SmtpReply } from './wire.ts'

/** The server cannot be used: it is unreachable, has no TLS, or refused the sign-in. */
export class SmtpError extends Error {
  readonly stage: SendStage
  readonly code: number | undefined

  constructor(message: string, stage: SendStage, code?: number) {
    super(message)
    this.name = 'SmtpError'
    this.stage = stage
    this.code = code
  }
}

/** Returns a reply as it is stored and shown. */
export function shown({ code, text }: SmtpReply): string {
  return `${code} ${text}`.replace(/\s+/g, ' ').slice(0, 500)
}

/** Throws SmtpError for any other code. */
export function expect(reply: SmtpReply, code: number, stage: SendStage): void {
  if (reply.code !== code) throw new SmtpError(shown(reply), stage, reply.code)
}
