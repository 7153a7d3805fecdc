/** A creator's mistake in a template. `message` is meant for the creator, `line` counts from 1. */
export class LiquidError extends Error {
  readonly line: number
  /** Which part of an email it stands in, once someone knows. */
  part?: 'subject' | 'content' | 'text'

  constructor(message: string, line: number) {
    super(message)
    this.name = 'LiquidError'
    this.line = line
  }
}
