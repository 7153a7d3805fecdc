/** As server/lib/announce.ts, which no other Node can read. On standard error, because standard output has the answers of commands. */
export function announce(text, level = 'info') {
  const line = { level: { info: 30, fatal: 60 }[level], time: new Date().toISOString(), msg: text }
  process.stderr.write(`${process.stderr.isTTY ? text : JSON.stringify(line)}\n`)
}
