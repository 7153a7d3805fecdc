import { readFileSync } from 'node:fs'
import { treeOf } from './process-cpu.ts'

/** Returns the bytes of private memory of a process and its children, plus their share of shared memory, without PostgreSQL (Linux only). */
export const pssOfTree = (pid: number): number => treeOf(pid).reduce((sum, one) => sum + pssOf(one), 0)

function pssOf(pid: number): number {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) return 0
    const [, kilobytes = '0'] = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  } catch {
    // The process has ended.
    return 0
  }
}
