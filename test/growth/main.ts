import { bytesOf, growth, msToRead } from './measure.ts';
import { own, patterns, readers } from './patterns.ts';

// npm run growth [-- KB [READER…]]: each pattern in each format at 50, 100 and 200 KB, or at KB, twice and four times that. Prints what takes longest
// by reader, and every case in which four times the length takes more than ten times as long. Exit code 1 where there is one.

const kilobyte = 1024;
const least = Number(process.argv[2] ?? 50) * kilobyte;
const only = process.argv.slice(3);
/** Lengths are linear at 4 and square at 16; a busy machine's collector adds to the longer one. */
const most = 10;
/** A small file that takes longer is bad enough, in milliseconds. */
const longest = 5000;

interface Case {
  readonly name: string;
  readonly times: readonly number[];
  readonly growth: number;
}

async function measured(name: string, path: string, bytes: (length: number) => Uint8Array): Promise<Case> {
  const times: number[] = [];
  for (const factor of [1, 2, 4]) {
    times.push(await msToRead(path, bytes(factor * least)));
    if ((times.at(-1) ?? 0) > longest) return { name, times, growth: Infinity };
  }
  let worst = growth(times[0] ?? 0, times[2] ?? 0);
  // Once more before it is called bad.
  if (worst > most) worst = growth(await msToRead(path, bytes(least)), await msToRead(path, bytes(4 * least)));
  return { name, times, growth: worst };
}

let isSound = true;
process.stdout.write(
  `| reader | cases | slowest at ${(4 * least) / kilobyte} KB, ms | growth of it | not linear |\n|---|---|---|---|---|\n`,
);
for (const reader of readers) {
  if (only.length > 0 && !only.includes(reader)) continue;
  const path = `a${reader}`;
  // What is compiled first is nobody's time.
  for (const pattern of patterns.values()) await msToRead(path, bytesOf(path, pattern, 500));
  const cases: Case[] = [];
  for (const [name, pattern] of patterns) cases.push(await measured(name, path, (length) => bytesOf(path, pattern, length)));
  for (const [name, { path: file, bytes }] of own) if (file.endsWith(reader)) cases.push(await measured(name, file, bytes));
  const bad = cases.filter((each) => each.growth > most);
  isSound &&= bad.length === 0;
  const [slowest] = [...cases].sort((a, b) => (b.times.at(-1) ?? 0) - (a.times.at(-1) ?? 0));
  process.stdout.write(
    `| ${reader.slice(1)} | ${cases.length} | ${(slowest?.times.at(-1) ?? 0).toFixed(0)} (${slowest?.name ?? ''}) | ${(slowest?.growth ?? 0).toFixed(1)} | ${bad.length} |\n`,
  );
  for (const { name, times, growth: ratio } of bad)
    process.stdout.write(`${reader.slice(1)} ${name}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms, ${ratio.toFixed(1)} times\n`);
}
if (!isSound) process.exitCode = 1;
