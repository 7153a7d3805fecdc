/** Path of the last page that showed data. */
let answered: string | undefined

/** Records that the open page shows data, so input on it would be lost by leaving. */
export function noteAnswer(): void {
  answered = globalThis.location?.pathname
}

export const isAnswered = (): boolean => answered === globalThis.location?.pathname
