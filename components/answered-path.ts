/** The path of the last page that showed data of its own. */
let answered: string | undefined

/** Notes that the open page shows data: what is entered there would be lost if it were left. */
export function noteAnswer(): void {
  answered = globalThis.location?.pathname
}

export const isAnswered = (): boolean => answered === globalThis.location?.pathname
