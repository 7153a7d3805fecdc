/** Settings of one request. */
export interface RequestOptions {
  /** Aborts the request and its retries. */
  signal?: AbortSignal
  /** Milliseconds for each attempt. Default: the client's. */
  timeout_ms?: number
  /** Identifies a write, so the service does it once within 24 hours. Default: a random one, the same in all attempts. */
  idempotency_key?: string
  headers?: Record<string, string>
}

/** Parameters of every list. */
export interface PageQuery {
  /** Cursor: the page that follows `end_cursor`. */
  after?: string
  /** Cursor: the page that precedes `start_cursor`. */
  before?: string
  /** Rows per page; larger values are clamped to 1000. */
  per_page?: number
  /** Adds `pagination.total_count`; slow on large lists, ask for it once. */
  include_total_count?: boolean
}

export interface Pagination {
  has_previous_page: boolean
  has_next_page: boolean
  start_cursor: string | null
  end_cursor: string | null
  per_page: number
  /** Only if `include_total_count` was given. */
  total_count?: number
}

export interface WithResponse<T> {
  data: T
  /** The response, with its status and headers such as `RateLimit-Remaining`. Its body is `data`. */
  response: Response
}

/** A request in progress: a promise of the answer's body. It throws EnvoiError. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<WithResponse<T>>

  constructor(answer: Promise<WithResponse<T>>) {
    this.#answer = answer
  }

  /** Returns the body together with the response. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onfulfilled, onrejected)
  }

  catch<B = never>(onrejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onrejected)
  }

  finally(onfinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onfinally)
  }
}

type PageOf<Name extends string, Row> = { [K in Name]: Row[] } & { pagination: Pagination }

/**
 * A list: awaited, it is one page; iterated, it is every record, page by page:
 *
 *     for await (const subscriber of envoi.subscribers.list({ status: 'all' })) ...
 *
 * The next page is requested when the one before is used up. Records created during the iteration do not shift the rest.
 */
export class List<Name extends string, Row> extends Call<PageOf<Name, Row>> implements AsyncIterable<Row> {
  readonly #name: Name
  readonly #next: (after: string) => List<Name, Row>

  constructor(
    answer: Promise<WithResponse<PageOf<Name, Row>>>,
    { name, next }: { name: Name; next: (after: string) => List<Name, Row> },
  ) {
    super(answer)
    this.#name = name
    this.#next = next
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for (let list: List<Name, Row> = this; ; ) {
      const page: PageOf<Name, Row> = await list
      yield* page[this.#name]
      const { has_next_page, end_cursor } = page.pagination
      if (!has_next_page || !end_cursor) return
      list = this.#next(end_cursor)
    }
  }
}
