import os from 'node:os'

/** Returns the bytes of memory available to this process and its children: the machine's, or the container's. */
export const memoryHere = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
