// Loaded for pages by server/auth/loaded-server.ts.

export { dashboardContext } from '../auth/dashboard-context.ts'
export { openStandalone } from '../db/embedded/standalone.ts'
export { mountedApp } from '../rest/mount.ts'
export { answerPost, answerQuery } from './http.ts'
export { appRouter, createCaller } from './root.ts'
