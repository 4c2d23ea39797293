/**
 * Verbs that say what became of their object: broken, stopped, delayed. Their patterns, for `told.ts`; `past` forms tell what has happened, and
 * "keeps the pump closed" in a rule tells nothing.
 */
const regular =
  'stop halt block close delay damage destroy crack snap trip jam stall disable overload exhaust contaminate poison interrupt disrupt suspend lengthen prolong trap strand flood soak ruin spoil drench injure kill wound empty drain lower weaken melt scorch dislodge loosen corrode clog isolate shatter smash pierce puncture ground unsettle alarm frighten confuse mask obscure hamper hinder slow overturn topple erode rupture overwhelm swamp flatten crush bury saturate foul pollute taint skew distort corrupt harm hasten warp buckle deafen blind choke dent'.split(
    ' ',
  );
/** Base form: past; where both are one word a sentence must show by what follows that it is a verb. */
const irregular: readonly (readonly [base: string, past: string, participle?: string])[] = [
  ['break', 'broke', 'broken'],
  ['burst', 'burst'],
  ['bend', 'bent'],
  ['freeze', 'froze', 'frozen'],
  ['tear', 'tore', 'torn'],
  ['cost', 'cost'],
  ['sink', 'sank', 'sunk'],
  ['overdraw', 'overdrew', 'overdrawn'],
  ['mislead', 'misled'],
  ['hurt', 'hurt'],
  ['burn', 'burnt'],
  ['shut down', 'shut down'],
  ['cut off', 'cut off'],
  ['hold up', 'held up'],
  ['wipe out', 'wiped out'],
  ['knock out', 'knocked (?:out|over|off|down)'],
  ['sweep away', 'swept (?:away|off)'],
  ['wash away', 'washed (?:away|out)'],
  ['blow off', 'blew (?:off|out|up|away|open)', 'blown (?:off|out|up|away|open)'],
  ['set fire to', 'set (?:fire to|alight)'],
  ['use up', 'used up'],
  ['bring down', 'brought down'],
];
const particle = '(?:up|down|off|out|open|over|apart|offline|to a (?:halt|stop|standstill)|out of (?:action|service|use))';
const few = "(?:[\\w’'-]+\\s+){1,5}?";
const toNothing = 'with(?:out)?|unable|open|dry|exposed|short|stranded|unprotected|dead|dark|idle|empty|unattended|blind|cold|unfit|unsafe';
const turns =
  'spin|stick|fail|stop|fall|slip|jam|leak|crack|burst|collapse|freeze|drop|overflow|overheat|trip|crash|sink|break|stall|skid|tilt|sway|shake|swell|shrink|late|unsafe|unusable|unreadable|ill|useless|unfit|unavailable|impossible|difficult|necessary|unable';
/** They need more than an object to say that something came about: "left the stall without goods", "made the wheel spin". */
const withResult = (leave: string, keep: string, drive: string, lead: string, make: string): string[] => [
  `(?:${leave})(?=\\s+${few}(?:${toNothing})\\b)`,
  `(?:${keep})(?=\\s+${few}(?:idle|closed|shut|open|waiting|busy|awake|out of)\\b)`,
  `(?:${drive})(?=\\s+(?:the|its|their|our|an?|every|all)\\s+${few}${particle}\\b)`,
  `(?:${lead})(?=\\s+(?!to\\b)${few}to\\s+[a-z]+)`,
  `(?:${make})(?=\\s+(?:the|its|their|our|his|her|every|all|each|some|an?)\\s+(?:[\\w’'-]+\\s+){1,5}?(?:${turns})\\b)`,
];

/** "Trip": the last letter is doubled where one vowel stands before it. */
const doubled = (verb: string): string => (/[^aeiou][aiou][pm]$/.test(verb) ? `${verb}${verb.at(-1) ?? ''}` : verb);
const pastOf = (verb: string): string => (verb.endsWith('e') ? `${verb}d` : `${doubled(verb)}ed`);
const gerundOf = (verb: string): string => `${doubled(verb.replace(/e$/, ''))}ing`;

const results = withResult('left', 'kept', 'drove|pushed|forced|pulled|knocked|brought|took|put|shut|tore', 'led|prompted', 'made');
const bare = [...regular.map(pastOf), ...irregular.map(([, past]) => past)];

/** Past forms, as alternatives of a pattern. */
export const toldPast = [...results, ...bare].join('|');
/** For negations: "did not stop the leak". */
export const toldBase = [...regular, ...irregular.map(([base]) => base)].join('|');
export const toldGerund = [
  ...withResult(
    'leaving',
    'keeping',
    'driving|pushing|forcing|pulling|knocking|bringing|taking|putting|shutting|tearing',
    'leading|prompting',
    'making',
  ),
  ...regular.map(gerundOf),
  'breaking|bursting|bending|freezing|sinking|wiping out|cutting off|shutting down|holding up|sweeping away',
].join('|');
export const toldParticiple = ['saved', ...regular.map(pastOf), ...irregular.map(([, past, participle = past]) => participle)].join('|');
/** The first word of every past form: a quick look. */
export const toldFirstWords = [
  ...new Set([
    ...bare.map((form) => form.split(' ')[0] ?? form),
    'left',
    'kept',
    'drove',
    'pushed',
    'forced',
    'pulled',
    'knocked',
    'brought',
    'took',
    'put',
    'shut',
    'tore',
    'led',
    'prompted',
    'made',
  ]),
].join('|');
/** Verbs whose past is their base form too. */
export const sameForms: ReadonlySet<string> = new Set(irregular.flatMap(([base, past]) => (base === past ? [base] : [])));
