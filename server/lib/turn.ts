import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Takes a turn that one process of this machine can have at a time, named by a file. Gives the function that ends it, or
 * undefined while another process has it. The turn of a process that was killed, or that lasts longer than `lapse_ms`, lapses.
 */
export function takeTurn(file: string, lapse_ms: number): (() => void) | undefined {
  const draft = `${file}.${process.pid}`
  // Linked whole: a file that somebody else can read always has its owner in it.
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, file)
    return () => rmSync(file, { force: true })
  } catch {
    if (hasLapsed(file, lapse_ms)) rmSync(file, { force: true })
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}

function hasLapsed(file: string, lapse_ms: number): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > lapse_ms) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
