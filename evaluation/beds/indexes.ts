import { join, resolve } from 'node:path';

import type { Workspace } from '../../src/audit/types.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import type { Models } from '../../src/models/ports.ts';
import type { BedWorkspace, ClaimSet } from './bed.ts';
import { workspaceFolder } from './workspaces.ts';

/** Items of a test bed that are about one folder. */
export interface BedFolder<Item> {
  readonly workspace: BedWorkspace;
  readonly items: readonly Item[];
  readonly folder: string;
  /** Where its index may be kept. */
  readonly location: string;
}

export interface BedPlaces {
  /** The shared data folder. */
  readonly data: string;
  /** Where written workspaces and indexes are kept. */
  readonly scratch: string;
  readonly onSkip?: (workspace: BedWorkspace, items: number) => void;
}

/** The folders that a set's items are about, one after the other; those whose data is not there are skipped. */
export async function* bedFolders<Item extends { readonly workspace: BedWorkspace }>(
  items: readonly Item[],
  set: ClaimSet,
  { data, scratch, onSkip }: BedPlaces,
): AsyncGenerator<BedFolder<Item>> {
  for (const workspace of new Set(items.map((item) => item.workspace))) {
    const own = items.filter((item) => item.workspace === workspace);
    const folder = await workspaceFolder(workspace, set, resolve(data), join(resolve(scratch), 'workspaces'));
    if (folder === null) {
      onSkip?.(workspace, own.length);
      continue;
    }
    const isOfSet = workspace === 'reports' || workspace === 'office';
    yield { workspace, items: own, folder, location: join(resolve(scratch), 'indexes', isOfSet ? `${set}-${workspace}` : workspace) };
  }
}

/** The same, each indexed and open until the next is asked for. */
export async function* bedIndexes<Item extends { readonly workspace: BedWorkspace }>(
  items: readonly Item[],
  set: ClaimSet,
  places: BedPlaces,
  models: Models,
): AsyncGenerator<BedFolder<Item> & { readonly opened: Workspace }> {
  for await (const bed of bedFolders(items, set, places)) {
    const opened = await openWorkspace({ folder: bed.folder, indexLocation: bed.location }, models);
    try {
      await opened.index();
      yield { ...bed, opened };
    } finally {
      await opened.close();
    }
  }
}
