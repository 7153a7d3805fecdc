import { memoryHere } from '../lib/memory-here.ts'

/** Returns the error for a build that ended early, with its output. The system kills a build if there is too little memory. */
export function failureOf(signal: NodeJS.Signals | null, output = '', bytes = memoryHere()): string {
  if (signal !== 'SIGKILL') return `The pages cannot be built:\n${output}`
  const megabytes = Math.round(bytes / 2 ** 20)
  return `The build of the pages was killed. It takes about 2,000 MB of memory, and ${megabytes.toLocaleString('en-US')} MB are there: build on another machine ("A small server" in docs/operate.md), or add swap.`
}
