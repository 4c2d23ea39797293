/** What a person who is in a hurry asks for, and how documents put what answers it: neither needs a word of the other. */
const intents: readonly (readonly [question: RegExp, answer: RegExp])[] = [
  // How long someone has.
  [
    /\bhow (?:soon|quickly|fast|late|early)\b|\bdeadline\b|\bby when\b|\btime limit\b|\bhow (?:long|much time|many \w+ days|many days)\b.{0,40}\b(?:wait|have|got|take|before|until|to (?:reply|answer|respond|decide|appeal|object|pay|file|tell|report|fix|leave|complain))\b/i,
    /\bwithin\b|\b(?:no|not) later than\b|\bat the latest\b|\bdays? (?:of|after|from|before|in advance|prior)\b|\bprior to\b|\bdeadline\b|\bpromptly\b|\bimmediately\b|\bwithout (?:undue )?delay\b|\bas soon as\b|\bby (?:the )?\d|\bnotice\b|\bin advance\b/i,
  ],
  // How long something is kept, or good.
  [
    /\b(?:how long|when)\b.{0,60}\b(?:keep|kept|store[ds]?|hold|held|hang|retain\w*|save[ds]?|stays?|remains?|around|gone|delet\w+|eras\w+|wiped|last|lasts|good|valid|live|alive|expire\w*|run out|runs out)\b/i,
    /\bretain\w*\b|\bretention\b|\bkept\b|\bkeep\b|\bstored?\b|\bfor (?:a (?:period|maximum)|up to|at least|as long as|no (?:more|longer)|\d)|\bdelet\w+|\beras\w+|\bexpir\w+|\buntil\b|\bvalid\w*\b|\blifetime\b|\bpersist\w*\b|\blast(?:s|ing)?\b|\bdestroy\w*\b/i,
  ],
  // How often.
  [
    /\bhow (?:often|frequently|regularly)\b|\bhow many times (?:a|per|each|every)\b/i,
    /\bevery\b|\beach (?:day|week|month|quarter|year|time)\b|\bper (?:day|week|month|quarter|year)\b|\bonce\b|\btwice\b|\btimes? (?:a|per)\b|\b(?:annual|dai|week|month|quarter|year|hour)ly\b|\bannually\b|\bintervals?\b|\bregularly\b|\bperiodic\w*\b/i,
  ],
  // What it costs.
  [
    /\b(?:cost|costs|price|fee|fees|pay|paid|charged?|expensive|cheap|refund|salary|budget|spen[dt]|bill|fine)\b|\bhow much (?:is|was|for|money)\b/i,
    /[$€£¥]|\b(?:fees?|costs?|charge[sd]?|prices?|euros?|dollars?|pounds?|paid|pay(?:s|able|ment)?|free of|no charge|budget|invoice[ds]?|refund\w*|reimburse\w*|levy|tariff)\b/i,
  ],
  // The most, and the least.
  [
    /\b(?:max(?:imum)?|at most|most|limit|cap|ceiling|highest|longest|upper|as many as|how many\b.{0,40}\b(?:can|may|allowed|get))\b/i,
    /\b(?:no|not) (?:more|longer|later|greater|higher) than\b|\bat most\b|\bup to\b|\bmaximum\b|\bnot exceed\b|\bexceed\w*\b|\blimit\w*\b|\bonly\b|\bunder\b|\bless than\b|\bfewer than\b|\bor (?:fewer|less)\b/i,
  ],
  [
    /\b(?:min(?:imum)?|at least|least|fewest|lowest|shortest|lower limit|how few)\b/i,
    /\bat least\b|\bminimum\b|\bno (?:less|fewer|shorter|lower|earlier) than\b|\bor (?:more|longer|greater|higher)\b|\bmore than\b|\bexceed\w*\b|\bmust (?:be|have|contain)\b/i,
  ],
  // Who does it, and whom to turn to.
  [
    /\bwho(?:'s|se)?\b.{0,30}\b(?:responsible|decid\w+|approv\w+|sign\w*|pay\w*|run\w*|handl\w+|check\w*|keep\w*|own\w*|lead\w*|chair\w*|mak\w+|say|says|charge|job|look\w*|must|should|has to|have to|gets to|can|may)\b|\bwhose (?:job|call|task|duty)\b/i,
    /\bby (?:the|an?|our|its)\b|\bresponsib\w+|\b(?:shall|must|will|may|decides?|approves?|signs?|handles?|owns?|leads?|chairs?)\b|\b(?:officer|manager|committee|team|board|director|secretary|treasurer|chair|authority|council|department|working group|maintainers?|members?|verifier|issuer|provider)\b/i,
  ],
  [
    /\b(?:who|whom|where)\b.{0,40}\b(?:call|ring|phone|contact|ask|tell|write|turn to|complain|report|email|e-mail|send|reach|get hold)\b|\bget in touch\b/i,
    /@|\bcontact\w*\b|\be-?mail\w*\b|\b(?:tele)?phone\b|\bcall(?:ing)?\b|\bwrite to\b|\baddress\w*\b|\breport\w* to\b|\bsen[dt] to\b|\b(?:notify|inform)\w*\b|\bhelp ?desk\b/i,
  ],
  // What follows.
  [
    /\bwhat (?:happens|happened|would happen|if|do (?:i|we|you) (?:do|get) (?:if|when)|goes wrong|becomes of)\b|\bwhat(?:'s| is) (?:the )?(?:penalty|consequence|upshot)\b/i,
    /\bif\b|\bwhen\b|\bin (?:the )?(?:case|event)\b|\bunless\b|\botherwise\b|\b(?:shall|will|must|may|is|are) (?:then )?be\b|\bresults? in\b|\bleads? to\b|\bcauses?\b|\bafter\b|\bonce\b/i,
  ],
  [
    /\b(?:fine|fined|penalty|punish\w*|sanction\w*|trouble|get away with|sacked|fired|kicked out|thrown out|break(?:s|ing)? the rules?)\b/i,
    /\b(?:fines?|penalt\w+|sanction\w*|terminat\w+|suspen\w+|dismiss\w*|disciplin\w+|liable|revok\w+|exclu\w+|withdraw\w*|forfeit\w*|ban(?:ned)?)\b/i,
  ],
  // How it is done.
  [
    /\bhow (?:do|does|did|can|could|should|would|is|are|was|were|to)\b/i,
    /\bby \w+ing\b|\busing\b|\bvia\b|\bthrough\b|\bby means\b|\bmethods?\b|\bsteps?\b|\bprocedure\b|\bprocess\b|\bfirst\b|\bthen\b|\b(?:shall|must|should) be\b|\bused to\b|\b(?:click|select|enter|open|submit|send|write|call|run|use)\b/i,
  ],
  // Names.
  [
    /\b(?:renamed?|new name|old name|called|known as|name (?:of|for)|what do (?:we|they|you) call|goes by)\b/i,
    /->|→|\brenam\w+|\binstead of\b|\bcalled\b|\bknown as\b|\bnamed?\b|\bnames\b|\breferred to as\b|\btermed?\b|`/i,
  ],
  [
    /\bdefaults?\b|\b(?:if|when|unless) (?:i|we|you|they|nothing|nobody|no one|none|it)\b.{0,30}\b(?:set|given|specif\w+|said|say|choose|chosen|state[ds]?|configur\w+)\b/i,
    /\bdefault\w*\b|\bif (?:not|no|none)\b|\bunless\b|\botherwise\b|\bwhen (?:omitted|absent|not)\b|\bunspecified\b|\bin the absence\b/i,
  ],
  // Sharing and saying no.
  [
    /\b(?:shar\w+|sell\w*|sold|pass(?:ed)? (?:it |them |this )?on|give[ns]? (?:it|them|this|my|away|to)|hand(?:ed)? (?:over|out|to)|who (?:else )?(?:sees|gets|receives|can see))\b/i,
    /\bthird.part\w+|\bshar\w+|\bsell\w*|\bsold\b|\bdisclos\w+|\btransfer\w*|\bpartners?\b|\baffiliat\w+|\bprovid\w+ (?:to|it|them|your)\b|\bservice providers?\b|\brelease[ds]?\b|\bpass(?:ed)? on\b/i,
  ],
  [
    /\b(?:opt(?:ing)? out|opt-out|say no|unsubscribe|turn (?:it |them |this |that )?off|switch (?:it |them )?off|stop (?:getting|receiving|them|it|the|this|being)|refuse|not want|don't want|get out of|object)\b/i,
    /\bopt\w*\b|\bunsubscrib\w+|\bdisabl\w+|\bdeclin\w+|\brefus\w+|\bchoose not\b|\bwithdraw\w*|\bsettings?\b|\bpreferences?\b|\bobject\w*\b|\bturn\w* off\b|\breject\w*\b/i,
  ],
  // Studies.
  [
    /\bhow many\b.{0,60}\b(?:people|patients?|women|men|kids|children|babies|subjects?|participants?|volunteers?|took part|in the (?:study|trial)|enrolled|recruited|dropped out|finished|completed)\b|\b(?:sample|study|trial) size\b/i,
    /\bn\s*=|\b\d+ (?:\w+ ){0,3}(?:patients?|women|men|children|infants|subjects?|participants?|people|persons|adults|students|individuals)\b|\b(?:enrolled|randomi[sz]ed|recruited|included|assigned|completed|withdrew)\b/i,
  ],
  [
    /\b(?:did|does|was|were|is|are|any|what)\b.{0,80}\b(?:help\w*|work(?:ed|s)?|better|worse|effect\w*|differen\w+|reduc\w+|improv\w+|lower\w*|more|less|fewer|benefit|affect\w*|change[ds]?|impact)\b/i,
    /\bsignifican\w+|\bp\s*[<=>]|\bno differen\w+|\b(?:higher|lower|greater|smaller|fewer|better|worse)\b|\b(?:reduc|increas|improv|decreas|declin)\w+|\bcompared\b|\bversus\b|\bvs\b|\bsimilar\b|\bdid not\b|\beffect\w*\b/i,
  ],
  [
    /\b(?:dose|dosage|how much .{2,40} (?:got|given|gave|take|took|receive[ds]?)|strength|concentration)\b/i,
    /\b\d[\d.,]*\s?(?:mg|g|kg|ml|l|µg|mcg|iu|mmol|units?|%)\b|\bdos(?:e|es|age)\b/i,
  ],
  [/\bhow old\b|\bages?\b|\baged\b|\bbirthday\b/i, /\bage[ds]?\b|\byears?\b|\bminors?\b|\bunder (?:\d|the age)|\bbirth\b|\bchildren\b/i],
  // Exceptions, other ways, objections.
  [
    /\b(?:exceptions?|exempt\w*|except|ever ok|any time (?:i|we|you)|get out of|apart from|other than|don't (?:have|need) to|not (?:have|need) to|skip|waive[ds]?)\b/i,
    /\bexcept\w*\b|\bunless\b|\bexempt\w*\b|\b(?:do|does|shall|need) not\b|\bother than\b|\bhowever\b|\bonly if\b|\bprovided that\b|\boptional\w*\b|\bmay\b|\bwaive\w*\b/i,
  ],
  [
    /\b(?:alternatives?|other (?:ways?|options?|ideas?)|instead|what else|rather than)\b/i,
    /\balternativ\w+|\binstead\b|\brather than\b|\bcould (?:also|have)\b|\banother\b|\banother (?:option|way|approach)\b|\boptions?\b|\bor\b/i,
  ],
  [
    /\b(?:drawbacks?|downsides?|against|catch|cons|disadvantages?|problems?|wrong with|bad about|risks?|worr\w+|dangers?)\b/i,
    /\bdrawbacks?\b|\bdisadvantages?\b|\bdownsides?\b|\bhowever\b|\bcosts?\b|\bproblem\w*\b|\bbreak\w*\b|\bcomplex\w*\b|\brisks?\b|\bconfus\w+|\bunfortunately\b|\bthreats?\b|\bhazard\w*\b|\bharm\w*\b|\bfail\w*\b/i,
  ],
  [
    /\b(?:undecided|open questions?|left open|not (?:yet )?(?:settled|decided)|still (?:open|unclear|to be)|later on|in (?:the )?future|up in the air)\b/i,
    /\bunresolved\b|\bopen questions?\b|\bfuture\b|\bto be (?:decided|determined)\b|\bnot yet\b|\bunclear\b|\bremains?\b|\bdefer\w*\b|\bout of scope\b|\blater\b/i,
  ],
  // Where and when.
  [
    /\bwhere\b/i,
    /\b(?:in|at|on|inside|under|near|from) (?:the|an?|our|its|\p{Lu})|\blocat\w+|\baddress\b|\broom\b|\bsite\b|\bstored\b|\bplaced?\b|\bfile\b|\bsection\b/u,
  ],
  [
    /\bwhen\b|\bwhat (?:date|day|year|month|time)\b|\bwhich (?:day|month|year|version|release)\b|\bsince\b/i,
    /\b(?:1[89]|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}[:.]\d\d\b|\bwhen\b|\bafter\b|\bbefore\b|\bonce\b|\bupon\b|\bversion\b|\bas of\b|\bsince\b|\beffective\b|\bwhenever\b|\buntil\b/i,
  ],
];

/** How documents put what a question asks for: none where its words tell nothing. */
export function answersTo(question: string): readonly RegExp[] {
  return intents.filter(([asked]) => asked.test(question)).map(([, answer]) => answer);
}

/** Share of the ways in which an answer would be put that a sentence has, [0, 1]; 0 where none is known. @param ways from `answersTo` */
export function putsAnswer(ways: readonly RegExp[], sentence: string): number {
  return ways.length === 0 ? 0 : ways.filter((way) => way.test(sentence)).length / ways.length;
}
