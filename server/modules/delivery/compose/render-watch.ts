/** Share of messages that may fail to render, within WINDOW messages. */
const MAX_SHARE = 0.05
const WINDOW = 200

/** Detects while sending that more than 5% of any 200 messages cannot be built. */
export class RenderWatch {
  #seen = 0
  #failed = 0
  #example: string | undefined
  /** Reason to stop sending. */
  reason: string | null = null

  pass(): void {
    this.#count()
  }

  fail({ email_address, problem }: { email_address: string; problem: string }): void {
    this.#failed++
    this.#example ??= exampleOf(email_address, problem)
    if (this.#failed > MAX_SHARE * WINDOW) this.reason ??= tooManyUnrenderable(this.#example)
    this.#count()
  }

  #count(): void {
    this.#seen++
    if (this.#seen < WINDOW) return
    this.#seen = 0
    this.#failed = 0
  }
}

/** Returns whether a finished email failed for too many recipients, even fewer than 200. */
export const isTooMany = ({ failed, total }: { failed: number; total: number }) => failed > MAX_SHARE * total

export const exampleOf = (email_address: string, problem: string) => `For ${email_address}: ${problem}.`

export const tooManyUnrenderable = (example: string) =>
  `The email could not be built for more than 5% of its recipients. ${example} Edit the email, then resume.`
