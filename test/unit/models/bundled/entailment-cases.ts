/** Hand-made pairs in an auditor's documents: standards, policies, reports, minutes. Every second one (odd rows) was never looked at while the scorer was tuned. */
export interface EntailmentCase {
  readonly premise: string;
  readonly hypothesis: string;
  readonly context?: string;
  readonly expected: 'entail' | 'neutral' | 'contradict';
}

type Row = readonly [expected: EntailmentCase['expected'], premise: string, hypothesis: string, context?: string];

const rows: readonly Row[] = [
  // Restatements: shortened, a pronoun resolved, passive for active.
  [
    'entail',
    'Verifiers SHALL require claimants to use an approved authenticator at AAL2.',
    'Claimants shall use an approved authenticator at AAL2.',
  ],
  [
    'entail',
    'The committee approved the revised travel policy on 4 March 2021 after a short debate.',
    'The revised travel policy was approved on 4 March 2021.',
  ],
  [
    'entail',
    'It was founded in 1987 by Maria Lopez and moved to Lisbon ten years later.',
    'Harbour Trust was founded in 1987 by Maria Lopez.',
    'Harbour Trust',
  ],
  [
    'entail',
    'She joined the board in 2015 and has chaired the audit committee since 2018.',
    'Helen Park has chaired the audit committee since 2018.',
    'Board of directors > Helen Park',
  ],
  [
    'entail',
    'Memorized secrets SHALL be at least 8 characters in length if chosen by the subscriber.',
    'Memorized secrets chosen by the subscriber must be at least 8 characters long.',
    'Memorized Secret Verifiers',
  ],
  [
    'entail',
    'The warehouse in Rotterdam was closed in June because of flooding.',
    'The Rotterdam warehouse was closed because of flooding.',
  ],
  [
    'entail',
    'Net revenue rose to 4.2 million euros in 2022, up from 3.9 million in 2021.',
    'Net revenue rose to 4.2 million euros in 2022.',
  ],
  [
    'entail',
    'All employees must complete the security training within 30 days of joining.',
    'Employees must complete the security training within 30 days.',
  ],
  ['entail', 'Backups are kept for seven years in an encrypted archive.', 'Backups are kept in an encrypted archive.'],
  [
    'entail',
    'The band had their first performance at the Cain Ballroom in Tulsa.',
    'The band Tinted Windows had their first performance in Tulsa.',
    'Tinted Windows',
  ],
  ['entail', 'Access tokens expire after one hour and cannot be renewed.', 'Access tokens expire after one hour.'],
  ['entail', 'The regulation entered into force on 25 May 2018 in all member states.', 'The regulation entered into force in 2018.'],
  ['entail', 'Dr. Chen, the chief auditor, signed the report in Geneva.', 'Dr. Chen signed the report.'],
  ['entail', 'The contractor is responsible for removing all waste from the site.', 'The contractor must remove all waste from the site.'],
  ['entail', 'RFC 2119 defines the key words MUST, SHOULD and MAY.', 'The key words MUST, SHOULD and MAY are defined in RFC 2119.'],
  ['entail', 'The pilot covered 14 clinics and 2,300 patients in northern Kenya.', 'The pilot covered 14 clinics.'],
  [
    'entail',
    'Passwords are hashed with a salt of at least 32 bits before they are stored.',
    'Passwords are hashed before they are stored.',
  ],
  ['entail', 'Ms. Okafor resigned as treasurer in April.', 'Ms. Okafor resigned as treasurer.'],
  // Several sentences.
  [
    'entail',
    'The plant opened in 1994. It employs 640 people. Emissions fell by 12 percent last year after new filters were fitted. The union welcomed the investment.',
    'The plant employs 640 people.',
    'Kellington plant',
  ],
  [
    'entail',
    'The board met twice in May. The chair reported that the merger was complete. Costs were within the budget. No objections were raised by members.',
    'The chair reported that the merger was complete.',
  ],
  [
    'entail',
    'Section 4 lists the roles. The data owner approves every request for access. Requests are logged for two years. The log is reviewed each quarter.',
    'The data owner approves requests for access.',
    'Access policy > Roles',
  ],
  [
    'entail',
    'Arthur Vale was born in Leeds. He studied law at Durham. In 1971 he became a judge of the High Court. He retired in 1990.',
    'Arthur Vale became a judge in 1971.',
  ],
  [
    'contradict',
    'The plant opened in 1994. It employs 640 people. Emissions fell by 12 percent last year. The union welcomed the investment.',
    'The plant employs 820 people.',
    'Kellington plant',
  ],
  [
    'contradict',
    'The board met twice in May. The chair reported that the merger was complete. Costs were within the budget.',
    'The chair reported that the merger was not complete.',
  ],
  [
    'neutral',
    'Section 4 lists the roles. Requests are logged for two years. The log is reviewed each quarter.',
    'The data owner approves requests for access.',
    'Access policy > Roles',
  ],
  ['neutral', 'Arthur Vale was born in Leeds. He studied law at Durham. He retired in 1990.', 'Arthur Vale became a judge in 1971.'],
  // Numbers and dates.
  ['contradict', 'The regulation entered into force on 25 May 2018.', 'The regulation entered into force on 25 May 2016.'],
  [
    'contradict',
    'Memorized secrets SHALL be at least 8 characters in length.',
    'Memorized secrets shall be at least 12 characters in length.',
  ],
  ['contradict', 'Access tokens expire after one hour.', 'Access tokens expire after six hours.'],
  ['contradict', 'Net revenue rose to 4.2 million euros in 2022.', 'Net revenue rose to 5.6 million euros in 2022.'],
  ['contradict', 'The pilot covered 14 clinics in northern Kenya.', 'The pilot covered 40 clinics in northern Kenya.'],
  ['contradict', 'Harbour Trust was founded in 1987.', 'Harbour Trust was founded in 1978.'],
  ['contradict', 'Logs are retained for two years.', 'Logs are retained for five years.'],
  ['contradict', 'The hearing took place on 3 July.', 'The hearing took place on 3 September.'],
  ['contradict', 'About 62 percent of respondents supported the change.', 'About 26 percent of respondents supported the change.'],
  ['contradict', 'The bridge is 310 metres long.', 'The bridge is 130 metres long.'],
  ['entail', 'The fund holds 640 million dollars.', 'The fund holds more than 500 million dollars.'],
  ['contradict', 'The fund holds 640 million dollars.', 'The fund holds more than 900 million dollars.'],
  // Names and places.
  ['contradict', 'The audit was carried out by Ernst Keller in Zurich.', 'The audit was carried out by Paul Brandt in Zurich.'],
  ['contradict', 'The company is based in Oslo.', 'The company is based in Madrid.'],
  ['contradict', 'Maria Lopez founded the trust.', 'John Smith founded the trust.'],
  ['contradict', 'The treaty was signed in Vienna by both governments.', 'The treaty was signed in Brussels by both governments.'],
  ['contradict', 'The database runs on PostgreSQL.', 'The database runs on Oracle.'],
  ['contradict', 'The prize was awarded to the University of Leeds.', 'The prize was awarded to the University of Durham.'],
  // Negation, opposites, modality.
  ['contradict', 'Verifiers SHALL NOT store memorized secrets in plain text.', 'Verifiers shall store memorized secrets in plain text.'],
  ['contradict', 'The proposal was rejected by the council.', 'The proposal was accepted by the council.'],
  ['contradict', 'Emissions fell by 12 percent last year.', 'Emissions rose by 12 percent last year.'],
  ['contradict', 'Smoking is prohibited in all offices.', 'Smoking is allowed in all offices.'],
  ['contradict', 'The contract was never signed.', 'The contract was signed.'],
  ['contradict', 'Two-factor authentication is mandatory for administrators.', 'Two-factor authentication is optional for administrators.'],
  ['contradict', 'The office in Dublin is open to the public.', 'The office in Dublin is not open to the public.'],
  ['contradict', 'Version 4 is no longer supported.', 'Version 4 is supported.'],
  ['contradict', 'The system failed to detect the intrusion.', 'The system detected the intrusion.'],
  ['contradict', 'The auditors found no evidence of fraud.', 'The auditors found evidence of fraud.'],
  [
    'contradict',
    'The new rules increase the reporting burden on small firms.',
    'The new rules reduce the reporting burden on small firms.',
  ],
  ['contradict', 'The review must be completed before release.', 'The review must be completed after release.'],
  ['entail', 'The shipment was not accepted because the seal was broken.', 'The shipment was not accepted.'],
  ['entail', 'Biometrics shall not be used as the only factor.', 'Biometrics must not be used as the only factor.'],
  // Unrelated, or on the same topic and silent.
  ['neutral', 'The canteen serves lunch from noon to two.', 'The merger was approved by the regulator.'],
  ['neutral', 'Whales are mammals that live in the ocean.', 'The treasurer resigned in April.'],
  ['neutral', 'The committee meets on the first Monday of each month.', 'The committee has nine members.'],
  ['neutral', 'Harbour Trust was founded in 1987 by Maria Lopez.', 'Harbour Trust has offices in twelve countries.'],
  ['neutral', 'Verifiers shall use approved encryption.', 'Subscribers may change their memorized secret at any time.'],
  ['neutral', 'The report describes the flood of 1953.', 'The dam was designed by a Dutch engineer.'],
  ['neutral', 'Access tokens expire after one hour.', 'Access tokens are signed with an elliptic curve key.'],
  ['neutral', 'The plant opened in 1994.', 'The plant produces aluminium parts for aircraft.', 'Kellington plant'],
  ['neutral', 'Ms. Okafor resigned as treasurer in April.', 'Ms. Okafor studied economics in Lagos.'],
  ['neutral', 'The policy applies to all contractors.', 'The policy was written by the legal department.'],
  ['neutral', 'Net revenue rose to 4.2 million euros.', 'The chief executive received a bonus of one million euros.'],
  ['neutral', 'Section 7 describes key rotation.', 'Backups are kept in an encrypted archive.'],
  ['neutral', 'The bridge was painted green in 2004.', 'The bridge is closed to lorries at night.'],
  ['neutral', 'The university teaches medicine and law.', 'The university was damaged in an earthquake.'],
  ['neutral', 'Dr. Chen signed the report in Geneva.', 'Dr. Chen was born in Taipei.'],
  ['neutral', 'The pilot covered 14 clinics.', 'The vaccine prevented severe illness in most patients.'],
  // Synonyms and derived words.
  ['entail', 'The firm purchased the building in 2003.', 'The firm bought the building in 2003.'],
  ['entail', 'The physician examined the patient at the hospital.', 'The doctor examined the patient.'],
  ['entail', 'The council decided to close the road.', 'The council made a decision to close the road.'],
  ['entail', 'The car was stolen from the garage on Friday.', 'The vehicle was stolen from the garage.'],
  ['entail', 'The programme commenced in January.', 'The programme began in January.'],
  ['entail', 'Children must be accompanied by an adult.', 'Kids must be accompanied by an adult.'],
  ['contradict', 'The east wing was demolished in 1962.', 'The west wing was demolished in 1962.'],
  ['contradict', 'The largest share of the budget goes to schools.', 'The smallest share of the budget goes to schools.'],
  ['contradict', 'The meeting is open to members only.', 'The meeting is closed to members.'],
  ['contradict', 'The first draft was written by the legal team.', 'The final draft was written by the legal team.'],
];

export const entailmentCases: readonly EntailmentCase[] = rows.map(([expected, premise, hypothesis, context]) => ({
  premise,
  hypothesis,
  expected,
  ...(context === undefined ? {} : { context }),
}));
