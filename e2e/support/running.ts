/** What the journeys find in their environment. */
export interface Service {
  /** Address of the running product. */
  base_url: string
  /** What it keeps: database, secrets, the way into the demo account. */
  data_dir: string
  /** Folder in which every message that was delivered lies as a file. */
  mail_dir: string
}

/** The product that the journeys run against. Undefined before it has started. */
export const running = (): Service | undefined => {
  const text = process.env.ENVOI_E2E
  return text ? (JSON.parse(text) as Service) : undefined
}

/** Tells the workers, which are children of this process. */
export function announce(service: Service): void {
  process.env.ENVOI_E2E = JSON.stringify(service)
}
