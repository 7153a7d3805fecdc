import { mountedApp } from '@/server/rest/mount.ts'

/** The Hono app of the custom server, for hosts that run only Next. */
const answer = (request: Request) => mountedApp().fetch(request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
