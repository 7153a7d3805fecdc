import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

const program = processSingleton('version', () => ({ version: '' }))

/** Called at startup with package.json's version. */
export function noteVersion(version: string): void {
  program.version = version
}

/** Returns the version of this program; empty in tests. */
export const programVersion = (): string => program.version
