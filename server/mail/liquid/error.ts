/** An error in a creator's template. `message` is written for the creator; `line` counts from 1. */
export class LiquidError extends Error {
  readonly line: number
  /** Part of the email with the error, once known. */
  part?: 'subject' | 'content' | 'text'

  constructor(message: string, line: number) {
    super(message)
    this.name = 'LiquidError'
    this.line = line
  }
}

/** A limit of emails is exceeded. It is the creator's error, like one in Liquid. */
export class LimitError extends LiquidError {}
