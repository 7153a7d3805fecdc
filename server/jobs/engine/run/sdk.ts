import { type Inngest, InngestCommHandler, type InngestFunction } from 'inngest'

export interface SdkResponse {
  status: number
  headers: Record<string, string>
  body: string
}

interface SdkRequest {
  method: 'POST' | 'PUT'
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

/** The SDK's own request handler, which an Inngest server calls by HTTP, called in this process. */
export class SdkHandler {
  readonly #handle: (request: SdkRequest) => Promise<SdkResponse>

  constructor(client: Inngest.Any, functions: InngestFunction.Any[]) {
    // The SDK reads the whole environment several times in each call, and Node's own object reads it from the process each time.
    // biome-ignore lint/style/noProcessEnv: no setting is read
    process.env = { ...process.env }
    const handler = new InngestCommHandler({
      frameworkName: 'envoi-embedded',
      client,
      functions,
      handler: (request: SdkRequest) => ({
        method: () => request.method,
        headers: (key) => request.headers[key.toLowerCase()] ?? null,
        url: () => new URL(`http://embedded.invalid/api/inngest?${new URLSearchParams(request.query)}`),
        // Text, not an object, because user code could change an object for later calls.
        body: () => request.body,
        transformResponse: ({ status, headers, body }): SdkResponse => ({ status, headers, body }),
      }),
    })
    this.#handle = handler.createHandler() as (request: SdkRequest) => Promise<SdkResponse>
  }

  /** Returns the configs of all functions, including failure handlers, by the public in-band registration. */
  async configs(): Promise<unknown[]> {
    const { status, body } = await this.#handle({
      method: 'PUT',
      query: {},
      headers: { 'x-inngest-sync-kind': 'in_band' },
      body: JSON.stringify({ url: 'http://embedded.invalid/api/inngest' }),
    })
    if (status !== 200) throw new Error(`The functions could not be read from the Inngest SDK: ${body}`)
    return (JSON.parse(body) as { functions: unknown[] }).functions
  }

  /** Runs a function up to its next steps ('step'), or exactly the step with that id. */
  call(function_id: string, step_id: string, body: string): Promise<SdkResponse> {
    return this.#handle({ method: 'POST', query: { fnId: function_id, stepId: step_id }, headers: {}, body })
  }
}
