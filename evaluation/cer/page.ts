/** docs/CER.md. Every figure is in a section that the run has written; the words are about what was done. */
export function page(command: string, sections: Readonly<Record<string, string>>): string {
  const section = (title: string, name: string, words: string): string[] =>
    sections[name] === undefined ? [] : [`## ${title}`, '', words, '', sections[name], ''];
  return (
    [
      '# CER, measured',
      '',
      'CER is *causally sufficient evidence sets* for retrieval-augmented generation; the paper and what we take from it are in [methods.md](methods.md), section 2. What these figures tell, by date: [findings.md](findings.md).',
      '',
      `Written by \`${command}\`. Bundled models, seed 1. Each figure has a bootstrap 95 % interval; differences are paired, with a permutation test. All arms choose from the same pool of up to 25 spans with the same scores, of the same run; the statement is the claim, or the question with its gold answer, so that what is measured is the choice of evidence and not the reader. A set is sufficient from F = 0.75.`,
      '',
      ...section(
        'HotpotQA dev: supporting sentences',
        'hotpotqa',
        "The paper's table 1, the side of the evidence. *Ablation* keeps spans at random and fits a linear surrogate to the logit of F, the way of LIME and ContextCite. *Algorithm 1* is the paper's greedy search and pruning with exact gains. *Ours* is what the product shows: of all minimal sufficient sets the one to check first. Only the arms *until sufficient*, *algorithm 1* and *ours* look for enough.",
      ),
      ...section(
        'WiCE dev: alternative gold sets',
        'wice',
        'The best match among the alternative gold sets of each claim. A claim that is partly supported has gold for the supported part alone.',
      ),
      ...section(
        'FEVEROUS: claims with gold sentences among those of other claims',
        'feverous',
        'The sentences of the twelve claims that share most words stand beside the gold ones. A sample of the set that calibration and reranker were fitted on: no held-out figure.',
      ),
      ...section(
        'Evidence Inference: full medical papers',
        'evidence-inference',
        'Gold is marked by characters, annotators differ in where they begin, and any one of the spans may do: precision is the share of shown spans that overlap one by more than half of the shorter, recall the share of gold spans that are shown. The statement is the question with the annotated direction.',
      ),
      ...section(
        'Answers from the shown set alone, HotpotQA',
        'reading',
        "The paper's table 1, the side of the answer: EM and F1 of the bundled reader. The sets were chosen knowing the gold answer, so that this asks what of the answer is left in the set, not how well the product answers: docs/RESULTS.md tells that.",
      ),
      ...section(
        'Size and tokens at equal quality, HotpotQA',
        'equal hotpotqa',
        "The paper's size claim and figure 5: each order is cut where F reaches the threshold. Columns *with at most k* are Minimality@k: the share of all items that get there with so many spans; the area is its mean over k.",
      ),
      ...section('Size and tokens at equal quality, WiCE', 'equal wice', 'As above.'),
      ...section(
        'Deletion sensitivity',
        'deletion',
        "The paper's table 2: the mean share of F that is lost when one shown span is taken away.",
      ),
      ...section(
        'Is the rest still enough?',
        'still enough',
        'Sufficient Facts: evidence with one constituent taken out, judged by people.',
      ),
      ...section(
        'Robustness, the evidence',
        'robustness',
        "The paper's table 3 and figure 8, on HotpotQA. *Adversarial*: a copy of each gold sentence with another name, number or date in the place of one that the answer or the question names, under the same title. *Outdated*: gold sentences that tell a year, with an earlier one, in documents that say so. *Near-duplicates*: sentences again with two words before them, which count as the sentence that they repeat. *Conflicting*: swapped copies of gold and then of other sentences, by share of all.",
      ),
      ...section(
        'Robustness, the answers',
        'robust answers',
        'The whole product over the same documents, beside plain reading. The last two columns are how an audit ended.',
      ),
      ...section(
        'Superseded versions',
        'superseded',
        'The OWASP application security standard in four versions, each superseding the one before, over the newest alone and over all of them. Twelve requirements that changed, in `test/fixtures/asvs-questions.json`: each as a question, as a claim of what is in force and as a claim of what was superseded. The product is not told which version is in force; over all of them it owes both sides. The DOCX files are turned into HTML first: the product does not read DOCX yet.',
      ),
      ...section(
        'How audits of claims end',
        'verdicts',
        'Shares by status; the right one is in bold. FEVEROUS claims stand among the sentences of other claims, and the entailment scorer was fitted on the set. ConflictQA claims stand over a passage for them, against them, or one of each, among passages of other questions. The other page, docs/RESULTS.md, has pairs of one claim and one sentence.',
      ),
      ...section(
        'Without each part, HotpotQA',
        'ablations',
        "The paper's table 4. The replacement intervention weighs spans (eq. 7) that are shown already and trains the reranker; by construction it changes no set here. The reranker's gain in the place of the exact one is the paper's own search.",
      ),
      ...section(
        'Calibration of F, HotpotQA dev',
        'reliability hotpotqa',
        'Sets that hold a whole gold set and sets that do not, hard ones among them, in equal parts; temperature and shift were fitted on HotpotQA train and FEVEROUS.',
      ),
      ...section('Calibration of F, WiCE dev', 'reliability wice', 'As above. Claims that are partly supported count as not supported.'),
      ...section(
        'Time of the search',
        'time',
        'Enumeration, roles, breaking sets and the choice among the sets, once the scores are there.',
      ),
    ]
      .join('\n')
      .trimEnd() + '\n'
  );
}
