import { writeFile } from 'node:fs/promises';

import { Command } from 'commander';

import { bundledModels } from '../../src/models/bundled/models.ts';
import { measureRoutes } from './routes.ts';
import { page, routeTables } from './page.ts';

interface Flags {
  readonly write?: string;
}

const command = new Command('evaluate:refinement')
  .description('Routing, refinement of questions and verification of answers, measured: npm run evaluate:refinement')
  .option('--write <file>', 'write the page as Markdown');
command.parse();
const flags = command.opts<Flags>();

const models = bundledModels();
const text = page([routeTables(await measureRoutes(models.embedder))]);
if (flags.write === undefined) process.stdout.write(text);
else await writeFile(flags.write, text);
