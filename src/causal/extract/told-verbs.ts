/**
 * Verbs that say what became of their object: broken, stopped, delayed. Their patterns, for `told.ts`; `past` forms tell what has happened, and
 * "keeps the pump closed" in a rule tells nothing.
 */
const regular =
  'stop halt block close delay damage destroy crack snap trip jam stall disable overload exhaust contaminate poison interrupt disrupt suspend lengthen prolong trap strand flood soak ruin spoil drench injure kill wound empty drain lower weaken melt scorch dislodge loosen corrode clog isolate shatter smash pierce puncture ground unsettle alarm frighten confuse mask obscure hamper hinder slow overturn topple erode rupture overwhelm swamp flatten crush bury saturate foul pollute taint skew distort corrupt harm hasten warp buckle deafen blind choke dent starve deprive evacuate shift scare disturb upset worry anger annoy startle panic distract divert reroute wet dampen moisten dry heat cool chill warm overheat dim darken expose reset restart reboot lock unlock stain discolour scratch shorten widen deepen tighten harden soften thicken thin inflate deflate reverse sever strip erase delete overwrite invalidate void postpone double triple halve boost cripple paralyse infect sicken blister bruise strain twist sprain fracture splinter scatter spill tip tilt unbalance jolt rattle dissolve rot sour curdle wither drown suffocate smother deplete consume sap silence deactivate activate energise unseat derail capsize deter discourage encourage persuade convince compel oblige attract obstruct impede restrict undermine bias inflame irritate numb displace uproot detach disconnect cloud jeopardise endanger threaten blacken singe rust blunt bleach shrivel deform dilute thaw boil scald unplug crash hobble fatigue dehydrate tangle entangle wedge pin dislocate misdirect misalign outnumber overburden cushion shield relieve revive heal chafe gash slam undermine smear bankrupt impoverish wreck scupper'.split(
    ' ',
  );
/** Base form: past; where both are one word a sentence must show by what follows that it is a verb. */
const irregular: readonly (readonly [base: string, past: string, participle?: string])[] = [
  ['break', 'broke', 'broken'],
  ['burst', 'burst'],
  ['bend', 'bent'],
  ['freeze', 'froze', 'frozen'],
  ['tear', 'tore', 'torn'],
  ['shake', 'shook', 'shaken'],
  ['steal', 'stole', 'stolen'],
  ['shear', 'sheared'],
  ['cancel', 'cancell?ed'],
  ['char', 'charred'],
  ['throw off', 'threw (?:off|out)', 'thrown (?:off|out)'],
  ['set back', 'set back'],
  ['let in', 'let (?:in|out)'],
  ['carry away', 'carried (?:away|off)'],
  ['tear down', 'tore down', 'torn down'],
  ['split', 'split'],
  ['draw', 'drew', 'drawn'],
  ['wear', 'wore', 'worn'],
  ['feed', 'fed'],
  ['wake', 'woke', 'woken'],
  ['undo', 'undid', 'undone'],
  ['overcome', 'overcame', 'overcome'],
  ['short-circuit', 'short-circuited'],
  ['cost', 'cost'],
  ['sink', 'sank', 'sunk'],
  ['overdraw', 'overdrew', 'overdrawn'],
  ['mislead', 'misled'],
  ['hurt', 'hurt'],
  ['burn', 'burnt'],
  ['shut down', 'shut down'],
  ['cut off', 'cut off'],
  ['cut', 'cut'],
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
/** Words of an object that stand before what became of it. */
export const few = "(?:[\\w’'-]+\\s+){1,5}?";
const toNothing = 'with(?:out)?|unable|open|dry|exposed|short|stranded|unprotected|dead|dark|idle|empty|unattended|blind|cold|unfit|unsafe';
/** Words that say what something was made to be or do, where the dictionary leaves it open whether they are nouns. */
export const turns = new RegExp(
  '^(?:spin|stick|fail|stop|fall|slip|jam|leak|crack|burst|collapse|freeze|drop|overflow|overheat|trip|crash|sink|break|stall|skid|tilt|sway|shake|swell|shrink|late|unsafe|unusable|unreadable|ill|useless|unfit|unavailable|impossible|difficult|necessary|unable|cold|dark|sick|wet|blind|dry|open|flat|sour|soft|loose|slow|damp|brittle|stiff|thin|worse|bad|short|hot|weak|easier|harder|run|rise|miss|wait|leave|close|shut|leak|spill|flow|soak|pass|grow|move|reach|enter|escape|swing|drift|slide|spread|jump|look|cost|more|less|faint|vomit|cough|shiver|stumble|bleed|cry|ache|sneeze|choke)$',
);
/** They need more than an object to say that something came about: "left the stall without goods", "sent two lines into overload". */
const withResult = (leave: string, keep: string, drive: string, send: string, lead: string, make: string): string[] => [
  `(?:${leave})(?=\\s+${few}(?:${toNothing})\\b)`,
  `(?:${keep})(?=\\s+${few}(?:idle|closed|shut|open|waiting|busy|awake|out of)\\b)`,
  `(?:${drive})(?=\\s+(?:the|its|their|our|an?|every|all|some|two|three)\\s+${few}${particle}\\b)`,
  `(?:${send})(?=\\s+${few}(?:into|off|onto|over|past|through|home|to the|flying|crashing|spinning|sideways|across)\\b)`,
  `set(?=\\s+(?:the|its|their|our|an?|every|all)\\s${few}\\w+ing\\b)`,
  `(?:${lead})(?=\\s+(?!to\\b)${few}to\\s+[a-z]+)`,
  // What came about is looked at word by word (`isMade`).
  `(?:${make})(?=\\s+(?:[\\w’'-]+\\s+){1,6}?[\\w’'-]+)`,
];

/** "Trip": the last letter is doubled where one vowel stands before it. */
const doubled = (verb: string): string => (/^(?:un)?[^aeiou]+(?:[aiou][bdgmnpt]|et)$/.test(verb) ? `${verb}${verb.at(-1) ?? ''}` : verb);
const pastOf = (verb: string): string =>
  verb.endsWith('e') ? `${verb}d` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${doubled(verb)}ed`;
const gerundOf = (verb: string): string => `${doubled(verb.replace(/e$/, ''))}ing`;

const results = withResult(
  'left',
  'kept',
  'drove|pushed|forced|pulled|knocked|brought|took|put|shut|tore|threw',
  'sent|threw|plunged|pushed|knocked|drove|tipped|swept|hurled',
  'led|prompted',
  'made|makes|let|lets|rendered|turned',
);
const bare = [...regular.map(pastOf), ...irregular.map(([, past]) => past)];

/** Past forms, as alternatives of a pattern. */
export const toldPast = [...results, ...bare].join('|');
/** For negations: "did not stop the leak". */
export const toldBase = [...regular, ...irregular.map(([base]) => base)].join('|');
export const toldGerund = [
  ...withResult(
    'leaving',
    'keeping',
    'driving|pushing|forcing|pulling|knocking|bringing|taking|putting|shutting|tearing|throwing',
    'sending|throwing|plunging|pushing|knocking|driving|tipping|sweeping|hurling',
    'leading|prompting',
    'making|letting|rendering|turning',
  ),
  ...regular.map(gerundOf),
  'cutting off|throwing off|setting back|carrying away|wiping out|shutting down|holding up|sweeping away|washing away|blowing off|knocking out|using up|bringing down|breaking|bursting|bending|freezing|sinking|tearing|shaking|stealing|splitting|drawing|wearing|waking|overcoming|cancelling|cutting',
].join('|');
export const toldParticiple = ['saved', ...regular.map(pastOf), ...irregular.map(([, past, participle = past]) => participle)].join('|');
/** The first word of every past form: a quick look. */
export const toldFirstWords = [
  ...new Set([
    ...bare.map((form) => form.split(' ')[0] ?? form),
    'left',
    'kept',
    'set',
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
    'makes',
    'let',
    'lets',
    'rendered',
    'turned',
    'threw',
    'sent',
    'plunged',
    'tipped',
    'swept',
    'hurled',
  ]),
].join('|');
/** Verbs whose past is their base form too. */
export const sameForms: ReadonlySet<string> = new Set(irregular.flatMap(([base, past]) => (base === past ? [base] : [])));
