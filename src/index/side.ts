import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Connection } from '@lancedb/lancedb';

import type { DerivedTable } from './derived.ts';
import { LanceDerived } from './derived.ts';
import { indexMissing } from './errors.ts';
import { connectTo } from './shared-place.ts';
import { type Kept, StatisticsFile } from './statistics-file.ts';
import { profileName } from './store.ts';

export interface TableNames {
  readonly passages: string;
  readonly documents: string;
}

/** What of an index is not in its two tables, and differs between one in a folder and one that is shared. */
export interface Side {
  connect(): Promise<Connection>;
  /** Of the tables in force; null where there are none and none are to be made. */
  names(create: boolean): Promise<TableNames | null>;
  /** Once the tables are there. */
  made(): Promise<void>;
  /** Tells one making of the tables from the next. @throws where there are none */
  born(): Promise<string>;
  /** null where they are of another version, not there, or damaged. */
  statistics(version: string): Promise<Kept | null>;
  keepStatistics(version: string, kept: Kept): Promise<void>;
  /** Before the first write of a run. */
  begun(): Promise<void>;
  /** A run came to its end. */
  finished(): Promise<void>;
  /** A run has not come to its end: it goes on, or was stopped. */
  isBegun(): Promise<boolean>;
  /** Takes out tables of which nothing is in force, after a run that was stopped. */
  sweep(): Promise<void>;
  modifiedAt(): Promise<Date | null>;
  derived(name: string): DerivedTable;
}

/** In a folder: small files beside the tables, and the folders of the tables themselves. */
export class FolderSide implements Side {
  readonly #folder: string;
  readonly #names: TableNames;
  readonly #statistics: StatisticsFile;
  /** There from the first write of a run to its end. */
  readonly #marker: string;
  #connection: Connection | null = null;

  constructor(folder: string, profileId: string) {
    const profile = profileName(profileId);
    this.#folder = folder;
    this.#names = { passages: `passages__${profile}`, documents: `documents__${profile}` };
    this.#statistics = new StatisticsFile(join(folder, `statistics__${profile}.json`));
    this.#marker = join(folder, `writing__${profile}`);
  }

  async connect(): Promise<Connection> {
    return (this.#connection ??= await connectTo(this.#folder));
  }

  async names(create: boolean): Promise<TableNames | null> {
    if (create) await mkdir(this.#folder, { recursive: true });
    else if ((await stat(this.#folder).catch(() => null)) === null) throw indexMissing();
    return this.#names;
  }

  made(): Promise<void> {
    return Promise.resolve();
  }

  async born(): Promise<string> {
    const { ino, birthtimeMs } = await stat(join(this.#folder, `${this.#names.documents}.lance`));
    return `${ino} ${birthtimeMs}`;
  }

  async statistics(version: string): Promise<Kept | null> {
    return await this.#statistics.read(version);
  }

  async keepStatistics(version: string, kept: Kept): Promise<void> {
    await this.#statistics.write(version, kept);
  }

  async begun(): Promise<void> {
    await writeFile(this.#marker, '', { flush: true });
  }

  async finished(): Promise<void> {
    await rm(this.#marker, { force: true });
  }

  async isBegun(): Promise<boolean> {
    return (await stat(this.#marker).catch(() => null)) !== null;
  }

  sweep(): Promise<void> {
    return Promise.resolve();
  }

  /** The folder of a table changes with every version of it. */
  async modifiedAt(): Promise<Date | null> {
    const info = await stat(join(this.#folder, `${this.#names.documents}.lance`, '_versions')).catch(() => null);
    return info?.mtime ?? null;
  }

  derived(name: string): DerivedTable {
    if (this.#connection === null) throw new Error('the index is not open');
    return new LanceDerived(this.#connection, name);
  }
}
