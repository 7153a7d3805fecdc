import { type AppRow, findLiveRow } from './store/directory.ts'

/** Returns any developer's app, published or not. Null for an unknown or deleted client. */
export const findAppByClientId = (client_id: string): Promise<AppRow | null> => findLiveRow({ client_id })

/** Returns any developer's app, published or not, because its ID is a private link. Null if it does not exist or was deleted. */
export const findLiveApp = (id: number): Promise<AppRow | null> => findLiveRow({ id })
