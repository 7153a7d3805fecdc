import type { Ctx, Role } from '../core/context.ts'
import { type Route, route } from './route.ts'

/** Declares the undo of deletions of a kind of record, such as `POST /v4/tags/deletions/:id/undo`. */
export const undoOfDeletion = (
  noun: string,
  of: string,
  verb: (ctx: Ctx, input: { undo: number }) => Promise<unknown>,
  role: Role = 'editor',
): Route =>
  route(
    `POST /${noun}/deletions/:id/undo` as 'POST /tags/deletions/:id/undo',
    (ctx, { id }) => verb(ctx, { undo: id }),
    {
      role,
      summary: `Undo the deletion of ${of}`,
      description:
        'Within an hour, by the user who deleted it or by a program with their rights. `GET /v4/deletions` has the id.',
      errors: { 409: 'Its name is taken, or something that it needs is gone' },
    },
  )
