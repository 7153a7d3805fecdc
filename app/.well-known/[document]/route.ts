import { loadedServer } from '@/server/auth/loaded-server.ts'

/** OAuth discovery (contract 3.5), for hosts that only run Next. */
const answer = async (request: Request) => (await loadedServer()).mountedApp().fetch(request)

export { answer as GET, answer as OPTIONS }
