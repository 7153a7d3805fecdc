import { startedJobs } from '../start.ts'

/** Answers /api/inngest, for Hono and for Next's route alike. */
export const inngestHandler = (request: Request): Promise<Response> => startedJobs().answer(request)
