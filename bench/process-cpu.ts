import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Returns the microseconds of CPU time used by a process and its children (Linux only). On a busy machine it varies less than elapsed time. */
export function cpuOfTree(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => statOf(Number(name)) ?? [])
  const of = (parent: number): number =>
    all.filter(({ started_by }) => started_by === parent).reduce((sum, one) => sum + one.own + of(one.pid), 0)
  const root = all.find((one) => one.pid === pid)
  return root ? root.own + root.ended + of(pid) : 0
}

/** Returns the process and its descendants. */
export function treeOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => statOf(Number(name)) ?? [])
  const of = (parent: number): number[] => [
    parent,
    ...all.filter(({ started_by }) => started_by === parent).flatMap((one) => of(one.pid)),
  ]
  return of(pid)
}

/** Returns the PostgreSQL process that started all others. */
export async function postmasterPid(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return statOf(rows[0]?.pid ?? Number.NaN)?.started_by ?? 0
}

/** `ended`: time of its children that have ended. */
function statOf(pid: number): { pid: number; started_by: number; own: number; ended: number } | undefined {
  if (Number.isNaN(pid)) return undefined
  try {
    // The name, in brackets, may contain spaces (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const micros = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) * 10_000
    return { pid, started_by: fields[1] ?? 0, own: micros(11), ended: micros(13) }
  } catch {
    return undefined
  }
}
