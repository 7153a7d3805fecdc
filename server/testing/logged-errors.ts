/** A log destination that collects errors, so a failing test can print why the service returned a 500. */
export class LoggedErrors {
  #lines: string[] = []

  write(line: string): void {
    this.#lines.push(line)
  }

  clear(): void {
    this.#lines = []
  }

  /** Returns the log since it was last cleared, with each stack on separate lines; undefined if nothing was logged. */
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
