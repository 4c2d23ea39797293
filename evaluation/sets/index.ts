import type { EvaluationSet } from '../item.ts';
import { causalNews } from './causal-news.ts';
import { cadNli, feverous, feverSymmetric, healthver, sufficientFacts, wice } from './claims.ts';
import { evidenceInference } from './evidence-inference.ts';
import { foolMeTwice } from './fool-me-twice.ts';
import { hotpotqa, hotpotqaOpen } from './hotpotqa.ts';
import { squadShifts } from './squadshifts.ts';
import { clapnq, conflictqa, naturalQuestions, strategyqa } from './questions.ts';

export const evaluationSets: readonly EvaluationSet[] = [
  hotpotqa,
  hotpotqaOpen,
  naturalQuestions,
  squadShifts,
  strategyqa,
  clapnq,
  conflictqa,
  wice,
  feverous,
  feverSymmetric,
  cadNli,
  healthver,
  foolMeTwice,
  sufficientFacts,
  evidenceInference,
  causalNews,
];
