const LEVELS = { info: 30, fatal: 60 }

/**
 * Prints a message about a process's start, at every LOG_LEVEL: a plain line on a terminal, elsewhere a line of JSON as in the log, for log
 * collectors. `fatal` ends the process and goes to standard error.
 */
export function announce(text: string, level: keyof typeof LEVELS = 'info'): void {
  const stream = level === 'fatal' ? process.stderr : process.stdout
  const line = stream.isTTY ? text : JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), msg: text })
  stream.write(`${line}\n`)
}
