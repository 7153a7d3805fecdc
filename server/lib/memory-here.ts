import os from 'node:os'

/** Bytes of memory that this process and those it starts can have: of the machine, or of the container. */
export const memoryHere = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
