/** An error in a creator's template. `message` is written for the creator; `line` counts from 1. */
export class LiquidError extends Error {
  readonly line: number
  /** The part of the email it is in, once known. */
  part?: 'subject' | 'content' | 'text'

  constructor(message: string, line: number) {
    super(message)
    this.name = 'LiquidError'
    this.line = line
  }
}

/** More than an email may have. An error of the creator, like one in Liquid. */
export class LimitError extends LiquidError {}
