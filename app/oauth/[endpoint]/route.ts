import { loadedServer } from '@/server/auth/loaded-server.ts'

/** OAuth paths without a version (contract 3), for hosts that only run Next. */
const answer = async (request: Request) => (await loadedServer()).mountedApp().fetch(request)

export { answer as GET, answer as OPTIONS, answer as POST }
