const LEVELS = { info: 30, fatal: 60 }

/**
 * Tells the person who starts a process something, whatever LOG_LEVEL is: a plain line on a terminal, and elsewhere a line of JSON as the
 * log has, so that collectors of logs can read all of the output. `fatal` is for what ends the process, on standard error.
 */
export function announce(text: string, level: keyof typeof LEVELS = 'info'): void {
  const stream = level === 'fatal' ? process.stderr : process.stdout
  const line = stream.isTTY ? text : JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), msg: text })
  stream.write(`${line}\n`)
}
