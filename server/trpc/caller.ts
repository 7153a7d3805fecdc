import { cache } from 'react'
import { loadedServer } from '../auth/loaded-server.ts'
import { pageContext } from '../auth/page.ts'

/** Calls the dashboard's procedures from server components: `(await pageCaller()).tags.list({})`. */
export const pageCaller = cache(async () => (await loadedServer()).createCaller(await pageContext()))
