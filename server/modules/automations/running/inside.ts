import { ALL_RUNS } from './moving.ts'

// Reads the number of subscribers inside from stored counts, because an automation can have a million open runs.

/** SQL of the number of subscribers at a step, from its count rows `c`. */
export const PRESENT = 'sum(c.entered - c.passed - c.moved - c.ended)'

/** Subscribers inside automation $2, by version. */
export const INSIDE = `select c.version, ${PRESENT}::int as count from automation_step_count c
  where c.account_id = $1 and c.automation_id = $2 and c.step_id = '${ALL_RUNS}' group by 1 having ${PRESENT} > 0`

/** Subscribers inside by version and step. Triggers have entries only. */
export const PLACES = `select c.version, c.step_id, ${PRESENT}::int as count from automation_step_count c
  where c.account_id = $1 and c.automation_id = $2 and c.step_id <> '${ALL_RUNS}' group by 1, 2 having ${PRESENT} > 0`
