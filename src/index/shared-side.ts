import { placeName } from '../base/address.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { Connection } from '@lancedb/lancedb';
import envPaths from 'env-paths';
import { z } from 'zod';

import { sha256 } from '../base/hash.ts';
import { type DerivedTable, MemoryDerived } from './derived.ts';
import { optimized } from './lance.ts';
import { plain } from './lance-rows.ts';
import { SharedNotes } from './shared-notes.ts';
import { connectTo } from './shared-place.ts';
import type { Side, TableNames } from './side.ts';
import { type Kept, keptText, parseKept } from './statistics-file.ts';
import { profileName } from './store.ts';

const statisticsRowSchema = z.object({ kept: z.string() });
/** Readers may be at notes and statistics of so long ago. */
const keptMs = 10 * 60 * 1000;

/**
 * On object storage: notes and statistics are tables too. An index that is made anew gets tables of its own, named by a number drawn at
 * random, and comes into force whole, when its first run ends: until then everybody reads the old one.
 */
export class SharedSide implements Side {
  readonly #location: string;
  readonly #profile: string;
  /** Tables beside those in force, that this run makes. */
  #anew: string | null;
  /** Of tables that this run makes where there were none: not in force before they are there, as a reader would find none. */
  #toNote: string | null = null;
  #connection: Connection | null = null;
  #notes: SharedNotes | null = null;

  constructor(location: string, profileId: string, anew: boolean) {
    this.#location = location;
    this.#profile = profileName(profileId);
    this.#anew = anew ? newNumber() : null;
  }

  async connect(): Promise<Connection> {
    return (this.#connection ??= await connectTo(this.#location));
  }

  async names(create: boolean): Promise<TableNames | null> {
    const number = await this.#number();
    if (number !== null) return this.#named(number);
    if (!create) return null;
    this.#toNote = newNumber();
    return this.#named(this.#toNote);
  }

  async made(): Promise<void> {
    if (this.#toNote === null) return;
    await (await this.#noted()).write({ [this.#key('making')]: this.#toNote });
    this.#toNote = null;
  }

  async born(): Promise<string> {
    const number = await this.#number();
    if (number === null) throw new Error('there is no such index');
    return number;
  }

  async statistics(version: string): Promise<Kept | null> {
    const connection = await this.connect();
    const name = await this.#statisticsName();
    if (!(await connection.tableNames({ limit: 1000 })).includes(name)) return null;
    const table = await connection.openTable(name);
    const rows: unknown[] = await table.query().limit(1).toArray();
    table.close();
    const parsed = statisticsRowSchema.safeParse(rows.length === 0 ? null : plain(rows[0]));
    return parsed.success ? parseKept(parsed.data.kept, version) : null;
  }

  async keepStatistics(version: string, kept: Kept): Promise<void> {
    const connection = await this.connect();
    const table = await connection.createTable(await this.#statisticsName(), [{ kept: keptText(version, kept) }], { mode: 'overwrite' });
    await optimized(table, keptMs);
    table.close();
  }

  async begun(): Promise<void> {
    await (await this.#noted()).write({ [this.#key('writing')]: new Date().toISOString() });
  }

  async finished(): Promise<void> {
    const notes = await this.#noted();
    await notes.write({
      ...(this.#anew === null ? {} : { [this.#key('making')]: this.#anew }),
      [this.#key('modified')]: new Date().toISOString(),
      [this.#key('writing')]: null,
    });
    if (this.#anew !== null) {
      this.#anew = null;
      await this.sweep();
    }
    await notes.tidy(keptMs);
  }

  async isBegun(): Promise<boolean> {
    return (await (await this.#noted()).read()).has(this.#key('writing'));
  }

  async sweep(): Promise<void> {
    const connection = await this.connect();
    const inForce = (await (await this.#noted()).read()).get(this.#key('making'));
    const own = new RegExp(`^(?:passages|documents|statistics)__${this.#profile}__g([\\da-f]+)$`);
    for (const name of await connection.tableNames({ limit: 1000 })) {
      const number = own.exec(name)?.[1];
      if (number !== undefined && number !== inForce && number !== this.#anew) await connection.dropTable(name);
    }
  }

  async modifiedAt(): Promise<Date | null> {
    const modified = (await (await this.#noted()).read()).get(this.#key('modified'));
    return modified === undefined ? null : new Date(modified);
  }

  /** Whoever reads makes these for themselves: they need no right to write. */
  derived(name: string): DerivedTable {
    const folder = join(envPaths('linchpin', { suffix: '' }).cache, 'shared', sha256(placeName(this.#location)).slice(0, 24));
    return new MemoryDerived(join(folder, `${name}.jsonl`));
  }

  async #number(): Promise<string | null> {
    return this.#anew ?? (await (await this.#noted()).read()).get(this.#key('making')) ?? null;
  }

  async #noted(): Promise<SharedNotes> {
    return (this.#notes ??= new SharedNotes(await this.connect()));
  }

  async #statisticsName(): Promise<string> {
    return `statistics__${this.#profile}__g${(await this.#number()) ?? ''}`;
  }

  #named(number: string): TableNames {
    return { passages: `passages__${this.#profile}__g${number}`, documents: `documents__${this.#profile}__g${number}` };
  }

  #key(what: 'making' | 'writing' | 'modified'): string {
    return `${what} ${this.#profile}`;
  }
}

function newNumber(): string {
  return randomUUID().slice(0, 8);
}
