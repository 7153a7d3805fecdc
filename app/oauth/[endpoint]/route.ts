import { mountedApp } from '@/server/rest/mount.ts'

/** OAuth without a version in its path (contract 3), for hosts that only run Next. */
const answer = (request: Request) => mountedApp().fetch(request)

export { answer as GET, answer as OPTIONS, answer as POST }
