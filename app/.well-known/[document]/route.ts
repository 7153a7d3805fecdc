import { mountedApp } from '@/server/rest/mount.ts'

/** OAuth discovery (contract 3.5), for hosts that only run Next. */
const answer = (request: Request) => mountedApp().fetch(request)

export { answer as GET, answer as OPTIONS }
