const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** Returns whether a file could not be written because the disk, or this user's quota, is full. */
export const isNoRoom = (error: unknown): boolean => NO_ROOM.includes((error as { code?: string } | null)?.code ?? '')

export const NO_ROOM_ADVICE = 'Free room on the disk, then start again. Nothing that was stored is lost.'

/** Returns what to do about a folder that cannot be written. */
export const folderAdvice = (error: unknown): string =>
  isNoRoom(error) ? NO_ROOM_ADVICE : 'Name a folder that this user may write to.'
