import os from 'node:os'

/** The product under test. */
export interface Service {
  /** Base URL of the running product. */
  base_url: string
  /** Folder of the database, secrets and demo credentials. */
  data_dir: string
  /** Folder with a file for each delivered message. */
  mail_dir: string
  /** Port of the name server that resolves the records of sending domains. */
  dns_port: number
}

/** The running product. Undefined before it has started. */
export const running = (): Service | undefined => {
  const text = process.env.ENVOI_E2E
  return text ? (JSON.parse(text) as Service) : undefined
}

/** Passes the product to the test workers through the environment. */
export function announce(service: Service): void {
  process.env.ENVOI_E2E = JSON.stringify(service)
}

/** Returns the parent folder for temporary folders of tests: in memory if there is room (scripts/memory.mjs). */
export const temporary = (): string => process.env.TEST_FOLDER ?? os.tmpdir()
