import assert from 'node:assert/strict';

import { claimParts, type ClaimParts, claimReaderOf, readForClaim, type ReadClaim, spansOfClaim } from '../../../src/audit/claim.ts';
import { ClaimChance } from '../../../src/claims/chance.ts';
import { evidenceSchema } from '../../../src/contract/evidence.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import { certificateProblems } from '../../../src/minimise/verify-report.ts';
import { type Fact, judgeOfFacts, modelsWith } from '../../support/judge.ts';
import { claimFit } from '../claims/readings.ts';
import { type Document, findIn, type Found } from './found.ts';

const claim = 'The fee for members is £40.';
const calibration = new ClaimChance(claimFit());
const documents: Document[] = [
  { path: 'fees.md', text: '# Fees\n\nMembers pay a fee of £40.\n\nIt is due in May.\n' },
  { path: 'notice.md', text: '# Notice\n\nThe fee for members has been abolished.\n' },
  { path: 'minutes.md', text: '# Minutes\n\nThe members met in the hall.\n' },
];
const supports: Fact = { asked: /fee/, says: /fee of £4/, stance: 'supports' };
const refutes: Fact = { asked: /fee/, says: /abolished/, stance: 'refutes' };

interface Read extends Found {
  readonly read: ReadClaim;
}

async function read(facts: readonly Fact[], own: readonly Document[] = documents): Promise<Read> {
  const models = modelsWith(judgeOfFacts(facts));
  const found = await findIn(claim, own, models);
  return { ...found, read: await readForClaim(claim, found.retrieved, claimReaderOf(models), { seed: 1 }, calibration) };
}

function partsOf(found: Read, stands: (candidate: EvidenceCandidate) => boolean = () => true): ClaimParts {
  const parts = claimParts(claim, found.read, found.verified.filter(stands), undefined, { documents: 3, passages: 7 }, calibration);
  for (const evidence of [parts.shown, ...(parts.counter === null ? [] : [parts.counter])]) {
    evidenceSchema.parse(JSON.parse(JSON.stringify(evidence)));
    assert.deepEqual(certificateProblems(evidence), []);
  }
  return parts;
}

const quotes = ({ shown }: ClaimParts): string[] => shown.minimal.map(({ citation }) => citation.quote);

describe('a claim, as it is shown', () => {
  it('is supported by the sentence that says it', async () => {
    const parts = partsOf(await read([supports]));
    assert.equal(parts.judged.status, 'supported');
    assert.deepEqual(quotes(parts), ['Members pay a fee of £40.']);
    assert.equal(parts.shown.scores.stance, 'support');
    assert.deepEqual([parts.counter, parts.claims[0]?.supported, parts.claims[0]?.citations.length], [null, true, 1]);
    assert.match(parts.judged.reason, /This sentence says it/);
  });

  it('is supported by a sentence that is the claim, wherever the threshold lies', async () => {
    const verbatim = 'Members pay a fee of £40.';
    for (const supported of [0.6, 0.7, 0.79, 0.83, 0.9]) {
      const strict = new ClaimChance(claimFit({ least: { supported, refuted: supported } }));
      const models = modelsWith(judgeOfFacts([]));
      const found = await findIn(verbatim, documents, models);
      const own = await readForClaim(verbatim, found.retrieved, claimReaderOf(models), { seed: 1 }, strict);
      const { judged } = claimParts(verbatim, own, found.verified, undefined, { documents: 3, passages: 3 }, strict);
      assert.equal(judged.status, 'supported', String(supported));
    }
  });

  it('is refuted by the sentence that says otherwise', async () => {
    const parts = partsOf(await read([refutes]));
    assert.deepEqual([parts.judged.status, parts.shown.scores.stance, parts.claims[0]?.supported], ['refuted', 'refute', false]);
    assert.deepEqual(quotes(parts), ['The fee for members has been abolished.']);
  });

  it('has both sides where sources disagree, each with its evidence', async () => {
    const parts = partsOf(await read([supports, refutes]));
    assert.equal(parts.judged.status, 'conflicting');
    assert.ok(parts.shown.sufficient && parts.counter?.sufficient === true);
    assert.deepEqual([parts.shown, parts.counter].map(({ minimal }) => minimal[0]?.citation.path).sort(), ['fees.md', 'notice.md']);
  });

  it('has the side that is left where the evidence of the other no longer stands', async () => {
    const found = await read([supports, refutes]);
    assert.equal(partsOf(found, ({ citation }) => citation.path !== 'notice.md').judged.status, 'supported');
    assert.equal(partsOf(found, ({ citation }) => citation.path !== 'fees.md').judged.status, 'refuted');
    const none = partsOf(found, () => false);
    assert.deepEqual([none.judged.status, none.shown.pool], ['not-enough-evidence', []]);
  });

  it('stays open where nothing decides, with what comes closest and a reason that is true', async () => {
    const open = partsOf(await read([]));
    assert.equal(open.judged.status, 'not-enough-evidence');
    assert.ok(open.shown.minimal.length > 0 && !open.shown.sufficient);
    // The sentence stands there in the claim's own words, whatever the judge makes of it.
    assert.equal(open.judged.open, 'undecided');
    assert.match(open.judged.reason, /nearly the claim's own words/);
    assert.deepEqual(open.claims, [{ text: claim, citations: [], supported: false }]);
    const nothing = partsOf(await read([], []));
    assert.equal(nothing.judged.open, 'nothing');
    assert.match(nothing.judged.reason, /^Nothing found: 3 documents with 7 passages were searched, the 0 nearest passages read/);
  });

  it('is taken back where the sentence gives another figure, and says both', async () => {
    const parts = partsOf(await read([supports], [{ path: 'fees.md', text: '# Fees\n\nMembers pay a fee of £45.\n' }]));
    assert.equal(parts.judged.status, 'not-enough-evidence');
    assert.equal(parts.judged.open, 'part');
    assert.match(parts.judged.reason, /“£45” stands where the claim says “£40”/);
    // It is true of what is shown.
    assert.ok(quotes(parts)[0]?.includes('£45'));
  });

  it('has everything verified that was read for it', async () => {
    const { read: own } = await read([supports]);
    const ids = spansOfClaim(own).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { spans } of own.reading.passages) for (const { id } of spans) assert.ok(ids.includes(id));
  });
});

describe('who reads claims', () => {
  it('is the judge, unless a model of entailment was chosen', async () => {
    const judge = judgeOfFacts([supports]);
    const models = modelsWith(judge);
    const text = { heading: '', sentences: ['Members pay a fee of £40.'] };
    await claimReaderOf(models).read(claim, [text], { seed: 1 });
    assert.equal(judge.asked.length, 1);
    const chosen = {
      identity: { id: 'nli', provider: 'onnx' as const, version: '1', local: true },
      classify: () => Promise.resolve([{ entail: 0.1, neutral: 0.2, contradict: 0.7 }]),
    };
    const [read] = await claimReaderOf({ ...models, entailment: chosen }).read(claim, [text], { seed: 1 });
    assert.equal(read?.stances.refutes, 0.7);
    assert.equal(judge.asked.length, 1);
  });
});
