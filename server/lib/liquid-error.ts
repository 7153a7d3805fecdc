/** A creator's mistake in a template. `message` is meant for the creator, `line` counts from 1. */
export class LiquidError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'LiquidError'
    this.line = line
  }
}
