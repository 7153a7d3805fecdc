import { createWriteStream } from 'node:fs'

export interface HeapFigures {
  rss: number
  heapUsed: number
  heapTotal: number
  external: number
  arrayBuffers: number
}

type Answer = {
  id?: number
  method?: string
  params?: { chunk?: string }
  result?: unknown
  error?: { message: string }
}

/** Client of the debugging protocol of a process started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  #last = 0
  #onChunk: (chunk: string) => void = () => {}

  static async open(port: number): Promise<Inspector> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string
    }[]
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = () => reject(new Error('The inspector does not answer'))
    })
    return new Inspector(socket)
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      const { id, method, params, result, error } = JSON.parse(data) as Answer
      if (method === 'HeapProfiler.addHeapSnapshotChunk') this.#onChunk(params?.chunk ?? '')
      if (id === undefined) return
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.reject(new Error(error.message))
      else waiting?.resolve(result as never)
    }
  }

  #send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#last
    this.#socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  async memory(): Promise<HeapFigures> {
    const expression = 'process.memoryUsage()'
    const { result } = await this.#send<{ result: { value: HeapFigures } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
    })
    return result.value
  }

  collectGarbage(): Promise<void> {
    return this.#send('HeapProfiler.collectGarbage')
  }

  async snapshot(file: string): Promise<void> {
    const written = createWriteStream(file)
    this.#onChunk = (chunk) => written.write(chunk)
    await this.#send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    await new Promise<void>((resolve) => written.end(resolve))
  }

  /** A process waits for its debugger when it ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
  }
}
