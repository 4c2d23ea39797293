import type { CausalPolarity } from '../../contract/causal.ts';

/**
 * How surely a signal states a cause. `explicit`: it names cause and effect. `reason`: it often does ("as", "since", "when"). `purpose`: it gives an
 * aim. `after`: it gives an order in time. Only the first kind ever enters a graph; news annotators count the others too.
 */
export type SignalKind = 'explicit' | 'reason' | 'purpose' | 'after';

export interface SignalRule {
  readonly id: string;
  readonly kind: SignalKind;
  /** Which side of the signal names the cause. */
  readonly cause: 'before' | 'after';
  readonly polarity: CausalPolarity;
  /** A verb: what stands before it is its subject. */
  readonly verb: boolean;
  readonly pattern: string;
}

/** A signal where it stands in a sentence. */
export interface Signal {
  readonly rule: SignalRule;
  readonly start: number;
  readonly end: number;
}

/** Words between an auxiliary and its verb. */
const adverb =
  '(?:\\s+(?:also|probably|possibly|directly|indirectly|likely|then|later|soon|only|largely|mainly|partly|primarily|eventually|ultimately|in turn|almost certainly|apparently|allegedly|reportedly|subsequently|itself|themselves|not|never|in part|clearly|simply|thereby))*';
const be = `(?:is|are|was|were|be|been|being|wasn['’]t|weren['’]t|isn['’]t|aren['’]t)${adverb}\\s+`;
const auxiliary = `(?:(?:can|could|may|might|will|would|must|should|did|does|do|has|have|had|to|didn['’]t|doesn['’]t|don['’]t|wouldn['’]t|couldn['’]t|cannot|won['’]t)${adverb}\\s+(?:have\\s+)?)*`;

interface Family {
  readonly kind: SignalKind;
  readonly cause: 'before' | 'after';
  readonly polarity?: CausalPolarity;
  readonly verb?: boolean;
  readonly members: Readonly<Record<string, string>>;
}

const passive = (participle: string): string =>
  `(?:${be})?${participle}\\s+by(?!\\s+(?:then|now|hand|itself|themselves|default|\\d|the (?:time|end)))`;
/** "Due in part to". */
const partly = '(?: (?:in (?:large |no small )?(?:part|measure)|largely|mainly|partly|mostly|solely|simply|entirely|only|not least))?';
const active = (forms: string): string => `${auxiliary}(?:${forms})(?!\\s+by\\b)`;
const noArticle =
  '(?<!\\b(?:an?|the|any|no|its|their|of|root|common|main|likely|primary|probable|immediate|real|true|only|possible|direct|underlying|second|first|other|another|such|every|each|names)\\s)(?!(?<=\\b(?:this|that)\\s)(?:cause|trigger|spark|force|stop)\\b)';

const families: readonly Family[] = [
  {
    kind: 'explicit',
    cause: 'after',
    members: {
      because: 'because(?!\\s+of)',
      'because-of': 'because of',
      'due-to': `(?:${be})?due${partly} to(?!\\s+be\\b)`,
      'owing-to': `(?:owing|thanks)${partly} to`,
      'reason-that': 'for the (?:simple |good |plain |very |same )?reason that|(?<=^|[,;]\\s)seeing that',
      'itself-result':
        '(?<=,\\s)(?:(?:itself|themselves|in turn)\\s+)?(?:the|an?)\\s(?:\\w+\\s)?(?:result|consequence|product|outcome|effect|by-product|legacy|symptom)\\sof',
      'as-a-result-of': '(?:as (?:a|the)(?: direct)? (?:result|consequence)|on account|by reason|as an effect) of',
      'result-of': `(?:is|are|was|were|be|been)${adverb}\\s+(?:the|a|an)(?: direct| indirect| side| natural)?[ -](?:result|consequence|outcome|effect|product|by-product|symptom) of`,
      'attributed-to': `(?:${be})?(?:attributed|attributable|traced(?: back)?|put down|ascribed|chalked up) to`,
      'down-to': `${be}(?:down|secondary) to`,
      'rooted-in': `${be}(?:rooted in|born (?:out )?of)`,
      'blamed-on': `(?:${be})?blamed on(?!\\s+the\\s+(?:day|night|spot|time)\\b)`,
      'since-reason':
        'since(?=\\s+(?:the|an?|it|this|that|there|we|they|no|each|all|most|some|its|their|he|she|both|many|these|those|only|nobody|nothing|two|three|several|[a-z]+s)\\s+(?!(?:first|last|season|year|month|week|summer|winter|spring|autumn|morning|start|beginning|end|early|late|turn)\\b)\\S+\\s+\\S+)',
      'for-lack': 'for(?= (?:lack|want) of)',
      // "As the bridge is shut, pupils walk": what is so, and not what was going on.
      'as-state':
        "(?<=^|[;:]\\s)as(?=\\s(?:the|its|their|his|her|our|no|nobody|nothing|there|it|they|all|both|neither)\\s(?:[\\w’'-]+\\s){0,7}?(?:is|are|was|were|had|has|never|could|did|does|cannot)\\s(?!\\w+ing\\b|(?:usual|always|before|expected|planned|said|mentioned|noted|described|told|stated|shown|known|seen)\\b)[^,;:]+,\\s(?!and\\b|or\\b))",
      'as-reason':
        "(?:(?<=,\\s)as|as(?=\\s(?:[\\w’'-]+\\s){1,6}?had\\s(?:not\\s|never\\s)?been\\b))(?=\\s(?:the|its|their|his|her|our|no|nobody|nothing|there|it|they|we|all|both|neither|an?)\\s(?:[\\w’'-]+\\s){0,8}?(?:was|were|had|never|could|did)\\s(?!\\w+ing\\b|(?:been\\s)?(?:in|from|at|on|by|during|with|for)\\b)\\w)",
      'happened-when': '(?:happened|occurred|arose|came about) (?:when|because)(?! of)',
      'through-fault':
        'through(?=\\s(?:an?\\s|the\\s|its\\s|their\\s)?(?:\\w+\\s)?(?:failures?|lack|want|faults?|errors?|mistakes?|leaks?|breakdown|loss|absence|shortage|neglect|negligence|oversight|carelessness|misunderstanding|accident)\\b|(?<=\\b(?:lost?|losing|killed|died|ruined|damaged|delayed|closed|cancelled|missed|spoilt|spoiled|destroyed|ill)\\b[^,;:]{0,40}\\sthrough)\\s(?:an?\\s|the\\s)?(?:\\w+\\s)?(?:flood(?:ing)?|fire|frost|storm|drought|strike|outage|illness|sickness|rain|snow|cold|heat|fog|disease|power cut|blackout|closure)\\b|\\s(?:an?|the)\\s(?:cracked|broken|open|torn|loose|faulty|damaged|missing|leaking|worn|unlocked|rotten|split|burst|blocked|corroded|defective|perished)\\s)',
      'died-of':
        '(?<=\\b(?:died|dies|dying|perished|fainted|collapsed|seized|seized up|suffered|cracked|failed|rotted|wilted)\\s)(?:from|of|with(?=\\s(?:age|time|wear|use|heat|cold|damp|rust|rot|salt|frost|grief)\\b))(?=\\s(?!the\\s(?:start|beginning|top|inside|outside|end)\\b)\\w)',
      'under-weight': 'under(?=\\sthe (?:weight|load|strain|pressure|burden) of\\b)',
      'lost-through':
        '(?<=\\b(?:was|were|been)\\s(?:\\w+ly\\s)?(?:lost|damaged|ruined|spoilt|spoiled|destroyed|killed|weakened|delayed|infected|contaminated|injured)\\s)through(?=\\s(?!the\\s(?:roof|wall|window|door|night|day|week|year)\\b))',
      'tripped-on':
        '(?<=\\b(?:tripped|shut down|stalled|failed|locked out|stopped)\\s)on(?=\\s(?:low|high|loss of|lack of|over|under|excess)\\w*\\s\\w)',
      'likely-from': '(?<=,\\s)(?:most likely|very likely|probably|possibly|presumably|perhaps|apparently) from(?!\\s\\d)',
      'in-response-to': '(?<=\\b(?:was|were|been)\\s\\w+\\s)in response to',
    },
  },
  {
    kind: 'explicit',
    cause: 'after',
    verb: true,
    members: {
      'caused-by': passive('(?:caused|brought about|brought on|induced|occasioned|explained|precipitated)'),
      'triggered-by': passive('(?:triggered|sparked|prompted|provoked|set off|started|ignited|initiated)'),
      'driven-by': passive('(?:driven|fuelled|fueled|forced|motivated|inspired|influenced)'),
      'increased-by': passive('(?:increased|amplified|raised)'),
      'result-from': `${auxiliary}(?:(?:result(?:s|ed|ing)?|followed|stem(?:s|med|ming)?|ar(?:ise|ises|ising|isen|ose)|originat(?:e|es|ed|ing)|sprang|sprung) from|ar(?:ise|ises|ising|isen|ose) (?:out of|through|because of|via|by)|c(?:o|a)mes? about (?:through|by|because(?: of)?|owing to|via))`,
      // Of what happens, and not of where somebody is from: `extract.ts` looks.
      'comes-from': '(?:comes|came|come) from(?=\\s(?:the|an?|its|their|his|her|our|this|that|those|these|\\w+ing)\\s)',
      'come-from': `${auxiliary}(?:come|comes|came) (?:about )?(?:because of|as a result of|from the fact that)`,
    },
  },
  {
    kind: 'explicit',
    cause: 'after',
    polarity: 'worsens',
    verb: true,
    members: {
      'made-worse-by': passive('(?:made (?:\\w+ )?worse|worsened|aggravated|exacerbated|compounded|intensified)'),
    },
  },
  {
    kind: 'explicit',
    cause: 'before',
    polarity: 'worsens',
    verb: true,
    members: {
      worsen: `${noArticle}${active('worsen(?:s|ed|ing)?|aggravat(?:e|es|ed|ing)|exacerbat(?:e|es|ed|ing)|compound(?:s|ed|ing)|intensif(?:y|ies|ied|ying)')}(?=\\s+(?:the|an?|its|their|his|her|our|this|that|these|those|it|matters|things)\\b)`,
    },
  },
  {
    kind: 'explicit',
    cause: 'after',
    polarity: 'prevents',
    verb: true,
    members: {
      'prevented-by': passive('(?:prevented|averted|avoided|stopped|blocked|halted|forestalled|suppressed|inhibited)'),
      'reduced-by': passive('(?:reduced|lowered|decreased|lessened|limited|mitigated|weakened|offset)'),
    },
  },
  {
    kind: 'explicit',
    cause: 'before',
    verb: true,
    members: {
      cause: `${noArticle}${active('caus(?:e|es|ed|ing)')}(?!\\s+(?:of|for|and|or|are|is|was|were|in)\\b|\\s*[,.;:)])`,
      'lead-to': `${active('lead|leads|led|leading')}\\s+(?:directly\\s+|indirectly\\s+|in turn\\s+|eventually\\s+|ultimately\\s+)?to(?!\\s+believe)`,
      'result-in': `(?<!\\b(?:the|these|those|its|their|on|of|all|our|your|other|and|or|more|some|any)\\s)${active('result(?:s|ed|ing)?')}\\s+in(?!\\s+(?:the same|this|that|a similar) (?:way|fashion|manner|case))`,
      trigger: `${noArticle}${active('trigger(?:s|ed|ing)?')}`,
      spark: `${noArticle}${active('spark(?:s|ed|ing)?|provok(?:e|es|ed|ing)|prompt(?:s|ed|ing)|induc(?:e|es|ed|ing)|ignit(?:e|es|ed|ing)|(?:(?<=\\bto )fuel|fuel(?:s|led|ling|ed|ing))')}`,
      'bring-about': `${active('bring|brings|brought|bringing')}\\s+(?:about|on)`,
      'give-rise-to': `${active('give|gives|gave|giving')}\\s+rise to`,
      'set-off': `${active('set|sets|setting')}\\s+off(?=\\s+(?:the|an?|its|all|another|\\w+s)\\b)`,
      'contribute-to': `${active('contribut(?:e|es|ed|ing)')}\\s+to`,
      'add-to':
        '(?:(?:has|have|had)\\s+(?:also\\s+|further\\s+)?added|adds|(?<=\\b(?:which|this|that|and|it)\\s)added) to(?=\\s(?:the|its|their|our|his|her)\\s(?:\\w+\\s)?(?:traffic|delays?|costs?|confusion|noise|pressure|damage|problems?|burden|load|workload|queues?|congestion|risks?|misery|chaos|strain|bill|expense|price|weight|heat|backlog|wait|loss(?:es)?|danger|smell|damp)\\b)',
      force: `${noArticle}${active('forc(?:es|ed|ing)')}(?=\\s+(?:the|an?|its|their|his|her|all|\\w+\\s+to)\\b)`,
      mean: `${active('mean|means|meant|meaning')}(?:\\s+that|(?<=\\bmeant)(?=\\s+(?:\\w+\\s+){1,5}(?:could|had|was|were|would|did|ran|went)\\b)|(?<=\\bmeant)(?=\\s+(?:no|more|fewer|less|further|losing|having|missing|waiting|paying|closing|cancelling|failed|lost|late|longer|higher|lower|missed|delayed|broken|extra|cancelled)\\s)|(?<=\\b(?:this|that|which|it)\\s+meant)(?=\\s+an?\\s))`,
      make: '(?<!\\b(?:is|are|was|were|be|been)\\s)made(?=\\s+it\\s+(?:impossible|possible|harder|difficult|necessary))',
      let: "(?<!\\b(?:is|are|was|were|be|been|being|not|only|n[’']t)\\s)(?:allowed|enabled)(?=\\s+(?:\\S+\\s+){1,6}to\\b)",
      'responsible-for': `(?:${be}(?:responsible for|behind(?=\\s+(?:the|this|that|these|an?)\\b)|to blame for|at fault for|at the root of|what (?:caused|brought about|led to|triggered))|(?:lay|lies|lie) (?:behind|at the root of))`,
      enough: `${be}(?:enough|sufficient) to(?=\\s(?:cause|trigger|trip|stop|start|set|break|damage|close|open|block|bring|overload|kill|flood|send|make|push)\\b)`,
      pave: `${active('pav(?:e|es|ed|ing)')}\\s+the way for|${active('open(?:s|ed|ing)?')}\\s+the (?:door|way) (?:to|for)|${active('set(?:s|ting)?')}\\s+(?:in motion|the stage for)`,
      account:
        '(?<!\\b(?:not|cannot|to|report|manual|section|document|guide|note|he|she|i|we|they|who|article|paper|page|chapter|appendix|figure|table)\\s)(?:explained|explains|accounted for|accounts for)(?=\\s(?:the|its|their|this|that|these|why|his|her|our|most|much|both|all)\\b)',
      'cause-of': `${be}(?:(?:the|a|an|one)\\s+)?(?:(?:\\w+\\s+){0,2}cause\\s+(?:of|for|behind)|(?:\\w+\\s+){0,2}reason(?:\\s+(?:for|behind|why|that)|(?=\\s+(?:the|an?)\\b)))`,
    },
  },
  {
    kind: 'explicit',
    cause: 'before',
    polarity: 'prevents',
    verb: true,
    members: {
      prevent: active('prevent(?:s|ed|ing)?|avert(?:s|ed|ing)?|forestall(?:s|ed|ing)?|inhibit(?:s|ed|ing)?|suppress(?:es|ed|ing)?'),
      stop: `${noArticle}${active('stop(?:s|ped|ping)?|ke(?:ep|eps|pt|eping)|block(?:s|ed|ing)?')}(?=\\s+(?:[\\w’'-]+\\s+){1,7}from\\s+\\w+ing\\b)`,
      reduce: `(?<!\\b(?:thus|thereby)\\s)${active('reduc(?:e|es|ed|ing)|lessen(?:s|ed|ing)?|mitigat(?:e|es|ed|ing)')}(?=\\s+\\w)(?!\\s+to\\b)`,
    },
  },
  {
    kind: 'explicit',
    cause: 'before',
    verb: true,
    members: {
      'nothing-to-do-with-denied': `${auxiliary}(?:ha(?:s|d|ve) nothing to do with|(?<=\\bneither\\b[^,;:]{3,80}\\bnor\\b[^,;:]{3,60}\\s)ha(?:s|d|ve) anything to do with|played? no (?:part|role) in|did not play (?:an?|any) (?:part|role) in|(?:is|are|was|were|to be) (?:unrelated to|unconnected (?:with|to)|innocent of|no (?:cause|reason) (?:of|for)|not (?:an?|the|a contributing) (?:cause|source|factor|origin|reason) (?:of|in|for|behind))|ha(?:s|d|ve) no (?:bearing|effect|influence|impact) on|(?:make|makes|made) no difference to|(?:cannot|can not|could not) (?:explain|account for)|does not (?:explain|account for)|neither caused(?: nor \\w+)?)`,
      'ruled-out-denied':
        '(?:is|are|was|were|has been|have been|had been|can be|could be)\\s+(?:ruled out|excluded|dismissed|eliminated|discounted) as (?:the|an?)(?:\\s\\w+)? (?:cause|reason|source|factor|explanation) (?:of|for|in|behind)',
    },
  },
  {
    kind: 'explicit',
    cause: 'before',
    members: {
      'as-a-result': '(?:and\\s+)?(?:as a (?:direct )?(?:result|consequence)|in consequence|with the result that)(?! of)',
      therefore: '(?:(?<=[;,]\\s)|(?<=^)|(?=and\\s))(?:and\\s+)?(?:therefore|consequently|hence)',
      'which-is-why': '(?:which|that|this) (?:is|was) (?:why|the reason(?: why)?|how(?=\\s.*\\b(?:came to|ended|got|was|were|could)\\b))',
      'so-much-that':
        '(?<=\\b(?:so\\s(?!far|long|sure|certain|glad|happy|sorry|afraid)[\\w-]+\\s(?:[\\w-]+\\s)?|to such an extent\\s|to the point\\s))that',
      'so-that': "(?<=,\\s)so that(?=\\s(?:[\\w’'-]+\\s){1,6}?(?:never|was|were|had|did|could not|no longer)\\b)",
      so: '(?<=[,;]\\s)(?:and )?so(?= (?!that|far|called|much|many|on\\b|forth|long|as)\\w+)',
      thus: '(?<=[,;]\\s)(?:and )?thus(?!\\s\\w+ing\\b)',
    },
  },
  {
    kind: 'reason',
    cause: 'after',
    members: {
      since: 'since',
      as: '(?<!\\b(?:such|well|far|long|soon|much|many|known|same|described|seen|regarded|so|just)\\s)as(?! (?:well|part|far|long|soon|much|many|of|to|if|though|an?)\\b)',
      'even-as': 'even as',
      when: 'when',
      if: 'if',
      over: '(?<!\\b(?:all|take|took|taken|taking|hand|handed|rolled|run)\\s)over(?! (?:\\d|the (?:past|last|next|course|weekend))|\\s+(?:one|two|three|four|five|six))',
      'in-which': '(?:in|during|at|after|following|due to) which',
      'accused-of':
        '(?:accused of|charged with|convicted of|for allegedly|on charges of|alleging(?: that)?|accusing|on the grounds? that|in connection with|blaming)',
      'in-response':
        'in (?:response|reaction|retaliation|solidarity|protest|support|view|the face|the name|memory|connection) (?:to|against|over|of|for|with|at)',
      'protest-against':
        '(?<=\\b(?:protest\\w*|demonstrat\\w+|strik\\w+|rall\\w+|march\\w*|agitation|slogans|anger|angry|outrage|row|unrest|riots?|dispute|clash\\w*)\\s(?:\\w+\\s){0,4})(?:against|about|at|over)',
      by: '(?<=\\w(?:ed|en|wn)\\s)by',
      for: 'for',
      with: '(?<=,\\s)with',
      amid: 'amid',
      despite: '(?:despite|in spite of|though|although)',
      till: '(?:till|until|unless)',
      under: '(?:for fear of|fearing|out of|on suspicion of)',
    },
  },
  {
    kind: 'purpose',
    cause: 'after',
    members: {
      'in-order-to':
        '(?:in order (?:to|that)|so as to|in (?:a|an)(?: \\w+)? (?:bid|attempt|effort) to|with the aim of|aimed at|so that|trying to|to try to)',
      to: '(?<!\\b(?:due|according|led|lead|leading|leads|thanks|owing|prior|up|next|back|going|used|have|has|had|able|unable|ought|related|likely|expected|supposed|similar|contrary|response|reaction|addition|regard|respect|close|subject|set)\\s)to(?= [a-z]+\\b)',
      demanding:
        '(?:demand(?:ing|ed|s)?|seek(?:ing|s)?|sought|call(?:ing|ed|s)? for|ask(?:ing|ed) for|urg(?:ing|ed)|insisting|pressing for|campaigning for)(?: that)?',
      protesting: '(?:protest(?:ing|ed)|condemn(?:ing|ed)|oppos(?:ing|ed)|denounc(?:ing|ed)|resenting|criticising)',
      'part-of': 'as (?:a )?part of',
    },
  },
  {
    kind: 'after',
    cause: 'after',
    members: {
      after: '(?<!\\b(?:day|days|week|weeks|month|months|year|years|hours?|minutes?|soon|shortly|look|looking|named|long|one)\\s)after',
      following: '(?:following(?= \\w+)|in the aftermath of)',
      during: 'during',
      'in-clash': '(?<=\\b(?:killed|injured|wounded|died|hurt|arrested|damaged|dead)\\s(?:\\w+\\s){0,6})in(?= (?:an?|the)\\b)',
      'on-being': 'on being|upon',
    },
  },
  {
    kind: 'reason',
    cause: 'before',
    verb: true,
    members: {
      leaving:
        '(?:leav(?:ing|es)|left)(?= (?:[\\w-]+ ){0,5}(?:dead|injured|wounded|homeless|killed|people|hospital\\w*|without|stranded))|left',
      killing: '(?:kill|injur|wound|destroy|damag|disrupt|affect|hurt|paraly[sz]|hamper|delay|block|disperse?|heighten|rais|end)(?:ing)',
      killed: 'that (?:kill|injur|wound|destroy|damag|disrupt|affect|claim|shook|rock|left|hit)(?:ed)?',
      ending: '(?:followed|leading|hit|evoked|sparking|drew|claimed|saw)',
      'so-comma': '(?<=, )(?:\\w{3,}ing)',
      then: '(?<=[,;] )(?:and )?then|and(?= (?:were|was|had|is|are)\\b)',
    },
  },
];

export const signalRules: readonly SignalRule[] = families.flatMap(({ kind, cause, polarity = 'causes', verb = false, members }) =>
  Object.entries(members).map(([id, pattern]) => ({ id, kind, cause, polarity, verb, pattern })),
);

/** Sentences without any of these words hold no explicit signal: most are told at this look. */
const anyExplicit =
  /\b(?:becaus|since|due to|owing|thanks to|result|consequen|on account|by reason|effect of|outcome|product of|attribut|traced|down to|blame|for (?:lack|want) of|caus|brought|bring|induc|occasion|trigger|spark|prompt|provok|set(?:s|ting)? off|start(?:ed) by|ignit|initiated|driven|fuel|forc|motivated|inspired|influenced|made (?:worse|it)|worse|aggravat|exacerbat|increased by|amplified|raised by|compound|intensif|stem|aris|arose|originat|from the fact|prevent|avert|avoided|stop|block|halt|forestall|suppress|inhibit|reduc|lower|decreas|lessen|limited by|mitigat|weakened|offset|lead|led\b|g(?:a|i)v(?:e|es|ing) rise|contribut|mean|allowed|enabled|responsible|behind|at fault|reason|died|dies|dying|perish|faint|collaps|seized|suffer|cracked|failed|rotted|wilted|no effect|no impact|(?:is|was) how|keep|kept|therefore|hence|(?:is|was) why|thus|(?:nothing|anything) to do|add(?:s|ed) to|secondary|likely from|(?:probab|possib|presumab|apparent)ly from|perhaps from|tripped|under the|age|wear|(?:come|comes|came) from|no part|no role|an? (?:part|role)|any (?:part|role)|response|as|happened|occurred|through|by|follow|unconnected|innocent|factor|source|difference|explain|account|neither|unrelated|rooted|born|ascribed|chalked|seeing|result|enough|sufficient|way|sprang|sprung|precipitat|creat|produc|lay|lies|lie|symptom|legacy|so\s[\w-]+\s(?:[\w-]+\s)?that|such an extent|set|discounted|eliminated|explain|account|no bearing|no influence|ruled out|excluded as|dismissed as)|[,;]\s(?:and\s)?so\b/i;

const compiled = signalRules.map((rule) => ({ rule, pattern: new RegExp(`\\b(?:${rule.pattern})(?![\\w])`, 'giu') }));
const order: Readonly<Record<SignalKind, number>> = { explicit: 0, reason: 1, purpose: 2, after: 3 };

/** All signals of a sentence in order. Where two overlap the explicit one stays, then the longer. */
export function signalsIn(sentence: string, kinds: readonly SignalKind[] = ['explicit', 'reason', 'purpose', 'after']): Signal[] {
  const found: Signal[] = [];
  if (kinds.length === 1 && kinds[0] === 'explicit' && !anyExplicit.test(sentence)) return found;
  for (const { rule, pattern } of compiled) {
    if (!kinds.includes(rule.kind)) continue;
    for (const match of sentence.matchAll(pattern))
      if (match[0] !== '') found.push({ rule, start: match.index, end: match.index + match[0].trimEnd().length });
  }
  found.sort((a, b) => order[a.rule.kind] - order[b.rule.kind] || b.end - b.start - (a.end - a.start) || a.start - b.start);
  const kept: Signal[] = [];
  for (const signal of found) if (!kept.some((other) => other.start < signal.end && signal.start < other.end)) kept.push(signal);
  return kept.sort((a, b) => a.start - b.start);
}
