const LEVELS = { info: 30, fatal: 60 }

/**
 * Prints a message of a process's start, at every LOG_LEVEL: a plain line on a terminal, and elsewhere a line of JSON like in the
 * log, for collectors of logs. `fatal` ends the process and goes to standard error.
 */
export function announce(text: string, level: keyof typeof LEVELS = 'info'): void {
  const stream = level === 'fatal' ? process.stderr : process.stdout
  const line = stream.isTTY ? text : JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), msg: text })
  stream.write(`${line}\n`)
}
