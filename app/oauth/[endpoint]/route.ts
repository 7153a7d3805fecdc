import { mountedApp } from '@/server/rest/mount.ts'

/** OAuth paths without a version (contract 3), for hosts that only run Next. */
const answer = (request: Request) => mountedApp().fetch(request)

export { answer as GET, answer as OPTIONS, answer as POST }
