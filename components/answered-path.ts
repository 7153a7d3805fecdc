/** Path of the last page that showed data. */
let answeredPathname: string | undefined

/** Records that the open page shows data, so input on it would be lost by leaving. */
export function noteAnswer(): void {
  answeredPathname = globalThis.location?.pathname
}

export const isAnswered = (): boolean => answeredPathname === globalThis.location?.pathname
