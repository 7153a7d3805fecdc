/** A destination of the log that prints nothing: it keeps errors, for a failing test to print why the service answered 500. */
export class LoggedErrors {
  #lines: string[] = []

  write(line: string): void {
    this.#lines.push(line)
  }

  clear(): void {
    this.#lines = []
  }

  /** Returns the log since the last clear, each stack on lines of its own; undefined when nothing was logged. */
  describe(): string | undefined {
    if (this.#lines.length === 0) return undefined
    return ['The service logged these errors during the test:', ...this.#lines.map(readable)].join('\n')
  }
}

function readable(line: string): string {
  const { level: _level, time: _time, msg = '', error, err, ...fields } = JSON.parse(line)
  const { stack = fields.stack, ...rest } = error ?? err ?? {}
  const details = JSON.stringify({ ...fields, stack: undefined, ...rest })
  return [`${msg} ${details}`, ...(stack ? [stack] : [])].join('\n')
}
