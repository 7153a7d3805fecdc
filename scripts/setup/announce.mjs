/**
 * Works like server/lib/announce.ts, which older versions of Node cannot run. Uses standard error, because standard output has the output of
 * commands.
 */
export function announce(text, level = 'info') {
  const line = { level: { info: 30, fatal: 60 }[level], time: new Date().toISOString(), msg: text }
  process.stderr.write(`${process.stderr.isTTY ? text : JSON.stringify(line)}\n`)
}
