import { type AppRow, findLiveRow } from './directory.ts'

/** Whoever asks with it, published or not; null for an unknown or a deleted client. */
export const findAppByClientId = (client_id: string): Promise<AppRow | null> => findLiveRow({ client_id })

/** Any developer's app, published or not: its number is a private link. Null when it does not exist or was deleted. */
export const findLiveApp = (id: number): Promise<AppRow | null> => findLiveRow({ id })
