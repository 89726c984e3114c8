import {
  Mutex,
  parse,
  PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";

type Query = PGlite["query"];
type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];
type Prepared = { name: string; columns: Message[]; types: number[] };

const { serialize } = protocol;

const isPrepared = (text: string) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text);
const changesTables = (text: string) => /\b(?:alter|create|drop)\b/i.test(text);

/** Each length of a list in `in (…)` makes its own statement. */
const mostPrepared = 300;

/** The library parses each time and sends six messages: three to seven times the processor time. */
export class PreparingPGlite extends PGlite {
  // The library's own transaction lock is not public, so all public calls take turns here.
  readonly #turns = new Mutex();
  readonly #prepared = new Map<string, Prepared>();
  #names = 0;

  override query<T>(...args: Parameters<Query>): Promise<Results<T>> {
    // The library queries while it opens; once closed it throws its own error.
    if (!this.ready) return super.query<T>(...args);
    return this.#turns.runExclusive(() => this.#run<T>((...own) => super.query(...own), ...args));
  }

  override exec(...[text, options]: Parameters<PGlite["exec"]>): ReturnType<PGlite["exec"]> {
    if (!this.ready) return super.exec(text, options);
    return this.#turns.runExclusive(async () => {
      if (changesTables(text)) await this.#forget();
      return super.exec(text, options);
    });
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#turns.runExclusive(() =>
      super.transaction((tx) => {
        const query = <Row>(...args: Parameters<Query>) =>
          tx.closed ? tx.query<Row>(...args) : this.#run<Row>(tx.query, ...args);
        return work(Object.assign(Object.create(tx) as Transaction, { query }));
      }),
    );
  }

  async #run<T>(
    unprepared: Query,
    text: string,
    values: unknown[] = [],
    options: QueryOptions = {},
  ): Promise<Results<T>> {
    if (!isPrepared(text)) {
      if (changesTables(text)) await this.#forget();
      return unprepared<T>(text, values, options);
    }
    const { parsers, serializers, ...rest } = options;
    const { name, columns, types } = this.#prepared.get(text) ?? (await this.#prepare(text));
    const written = values.map((value, at) => {
      if (value === null || value === undefined) return null;
      const type = types[at]!;
      const serialized = serializers?.[type] ?? this.serializers[type];
      return serialized?.(value) ?? String(value);
    });
    const answer = await this.#send(
      serialize.bind({ statement: name, values: written }),
      serialize.execute({}),
    );
    // The library would copy its hundreds of parsers each time.
    const allParsers = Object.assign(Object.create(this.parsers) as typeof this.parsers, parsers);
    const [result] = parse.parseResults([...columns, ...answer], allParsers, rest);
    return result as Results<T>;
  }

  async #prepare(text: string): Promise<Prepared> {
    if (this.#prepared.size === mostPrepared) await this.#forget();
    const name = `prepared${(this.#names += 1)}`;
    const described = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    );
    const prepared = {
      name,
      columns: described.filter((message) => message.name === "rowDescription"),
      types: parse.parseDescribeStatementResults(described),
    };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  /** Prepared statements fail once the columns of their result have changed. */
  async #forget(): Promise<void> {
    this.#prepared.clear();
    await this.#send(serialize.query("deallocate all"));
  }

  /** After a failed message the server skips the rest until the sync. */
  #send(...messages: Uint8Array[]): Promise<Message[]> {
    const whole = Buffer.concat([...messages, serialize.sync()]);
    return this.runExclusive(() => this.execProtocolStream(whole, { syncToFs: false }));
  }
}
