import { loadedServer } from '@/server/auth/loaded-server.ts'

/** The custom server's Hono app, for hosts that only run Next. */
const answer = async (request: Request) => (await loadedServer()).mountedApp().fetch(request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
