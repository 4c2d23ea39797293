import { type Fact, judgeOfFacts } from './judge.ts';
import { BundledPairEncoder } from '../../src/inference/pair-encoder.ts';

/** What a judge without weights knows of the sample workspace. */
const facts: readonly Fact[] = [
  { asked: /passwords chosen by users be\?/i, says: /must be at least (14 characters)/ },
  { asked: /passwords chosen by users be\?/i, says: /must be at least (8 characters)/, surety: 0.9 },
  { asked: /caused the outage/, says: /caused by (an expired licence)/ },
  { asked: /Chief Information Security Officer\?/, says: /(Dr\. Okafor) was appointed/ },
  { asked: /hints are not allowed/, says: /hints are not allowed/, stance: 'supports' },
  { asked: /at least 1[24] characters/, says: /at least 14 characters/, stance: 'supports' },
  { asked: /at least 1[24] characters/, says: /at least 8 characters/, stance: 'refutes' },
  { asked: /at least (?:8|20) characters/, says: /at least 14 characters/, stance: 'refutes' },
  { asked: /locked for 30 minutes/, says: /locked for 30 minutes/, stance: 'supports' },
  { asked: /locked for 45 minutes/, says: /locked for 30 minutes/, stance: 'refutes' },
];

/** The bundled judge says what is written here, whatever its weights are fitted to next. @returns how it is itself again */
export function judgeBySampleFacts(): () => void {
  const judge = judgeOfFacts(facts);
  const own = Object.getOwnPropertyDescriptor(BundledPairEncoder.prototype, 'scorePairs');
  BundledPairEncoder.prototype.scorePairs = (pairs, call) => judge.scorePairs(pairs, call);
  return () => {
    if (own !== undefined) Object.defineProperty(BundledPairEncoder.prototype, 'scorePairs', own);
  };
}
