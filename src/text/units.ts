/** A unit of measure. Units of one dimension can be compared: a value times `factor` is in the dimension's base unit. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after the factor: only degrees Fahrenheit need it. */
  readonly offset?: number;
  /** Months and years have no fixed length: values of calendar units agree with others within a few days. */
  readonly calendar?: boolean;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Names in lower case, singular where the plural only adds an s. Abbreviations whose case matters stand in `cased`. */
const named: readonly (readonly [names: string, unit: Unit])[] = [
  ['nanosecond', { dimension: 'time', factor: 1e-9 }],
  ['microsecond', { dimension: 'time', factor: 1e-6 }],
  ['millisecond msec ms', { dimension: 'time', factor: 1e-3 }],
  ['second sec secs', { dimension: 'time', factor: 1 }],
  ['minute min mins', { dimension: 'time', factor: minute }],
  ['hour hr hrs', { dimension: 'time', factor: hour }],
  ['day night', { dimension: 'time', factor: day }],
  ['week wk wks', { dimension: 'time', factor: 7 * day }],
  ['fortnight', { dimension: 'time', factor: 14 * day }],
  ['month mo mos mth', { dimension: 'time', factor: 30.4375 * day, calendar: true }],
  ['quarter-year', { dimension: 'time', factor: 91.3125 * day, calendar: true }],
  ['year yr yrs', { dimension: 'time', factor: 365.25 * day, calendar: true }],
  ['decade', { dimension: 'time', factor: 3652.5 * day, calendar: true }],
  ['century', { dimension: 'time', factor: 36525 * day, calendar: true }],
  ['bit', { dimension: 'data', factor: 1 }],
  ['byte octet', { dimension: 'data', factor: 8 }],
  ['kilobit kbit', { dimension: 'data', factor: 1e3 }],
  ['megabit mbit', { dimension: 'data', factor: 1e6 }],
  ['gigabit gbit', { dimension: 'data', factor: 1e9 }],
  ['kilobyte', { dimension: 'data', factor: 8e3 }],
  ['megabyte', { dimension: 'data', factor: 8e6 }],
  ['gigabyte', { dimension: 'data', factor: 8e9 }],
  ['terabyte', { dimension: 'data', factor: 8e12 }],
  ['kibibyte', { dimension: 'data', factor: 8 * 1024 }],
  ['mebibyte', { dimension: 'data', factor: 8 * 1024 ** 2 }],
  ['gibibyte', { dimension: 'data', factor: 8 * 1024 ** 3 }],
  ['nanometre nanometer nm', { dimension: 'length', factor: 1e-9 }],
  ['micrometre micrometer micron', { dimension: 'length', factor: 1e-6 }],
  ['millimetre millimeter mm', { dimension: 'length', factor: 1e-3 }],
  ['centimetre centimeter cm', { dimension: 'length', factor: 1e-2 }],
  ['metre meter m', { dimension: 'length', factor: 1 }],
  ['kilometre kilometer km', { dimension: 'length', factor: 1e3 }],
  ['inch inches', { dimension: 'length', factor: 0.0254 }],
  ['foot feet ft', { dimension: 'length', factor: 0.3048 }],
  ['yard', { dimension: 'length', factor: 0.9144 }],
  ['mile', { dimension: 'length', factor: 1609.344 }],
  ['microgram mcg', { dimension: 'mass', factor: 1e-9 }],
  ['milligram milligramme mg', { dimension: 'mass', factor: 1e-6 }],
  ['gram gramme g', { dimension: 'mass', factor: 1e-3 }],
  ['kilogram kilogramme kg kilo', { dimension: 'mass', factor: 1 }],
  ['tonne', { dimension: 'mass', factor: 1e3 }],
  ['ounce oz', { dimension: 'mass', factor: 0.028349523125 }],
  ['lb lbs', { dimension: 'mass', factor: 0.45359237 }],
  ['millilitre milliliter ml', { dimension: 'volume', factor: 1e-3 }],
  ['litre liter', { dimension: 'volume', factor: 1 }],
  ['gallon', { dimension: 'volume', factor: 3.785411784 }],
  ['watt', { dimension: 'power', factor: 1 }],
  ['kilowatt', { dimension: 'power', factor: 1e3 }],
  ['megawatt', { dimension: 'power', factor: 1e6 }],
  ['watt-hour', { dimension: 'energy', factor: 3600 }],
  ['kilowatt-hour', { dimension: 'energy', factor: 3.6e6 }],
  ['megawatt-hour', { dimension: 'energy', factor: 3.6e9 }],
  ['gigawatt-hour', { dimension: 'energy', factor: 3.6e12 }],
  ['joule', { dimension: 'energy', factor: 1 }],
  ['kilojoule', { dimension: 'energy', factor: 1e3 }],
  ['megajoule', { dimension: 'energy', factor: 1e6 }],
  ['hectare', { dimension: 'area', factor: 1e4 }],
  ['acre', { dimension: 'area', factor: 4046.8564224 }],
  ['metre-per-second', { dimension: 'speed', factor: 1 }],
  ['mph', { dimension: 'speed', factor: 0.44704 }],
  ['celsius', { dimension: 'temperature', factor: 1 }],
  ['fahrenheit', { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 }],
  ['% percent', { dimension: 'share', factor: 0.01 }],
  ['dollar usd', { dimension: 'money USD', factor: 1 }],
  ['cent', { dimension: 'money USD', factor: 0.01 }],
  ['euro eur', { dimension: 'money EUR', factor: 1 }],
  ['gbp sterling', { dimension: 'money GBP', factor: 1 }],
  ['pence penny', { dimension: 'money GBP', factor: 0.01 }],
  ['yen jpy', { dimension: 'money JPY', factor: 1 }],
  ['franc chf', { dimension: 'money CHF', factor: 1 }],
];

const cased: Readonly<Record<string, Unit>> = {
  s: { dimension: 'time', factor: 1 },
  h: { dimension: 'time', factor: hour },
  L: { dimension: 'volume', factor: 1 },
  l: { dimension: 'volume', factor: 1 },
  t: { dimension: 'mass', factor: 1e3 },
  W: { dimension: 'power', factor: 1 },
  kW: { dimension: 'power', factor: 1e3 },
  MW: { dimension: 'power', factor: 1e6 },
  GW: { dimension: 'power', factor: 1e9 },
  Wh: { dimension: 'energy', factor: 3600 },
  kWh: { dimension: 'energy', factor: 3.6e6 },
  MWh: { dimension: 'energy', factor: 3.6e9 },
  GWh: { dimension: 'energy', factor: 3.6e12 },
  kJ: { dimension: 'energy', factor: 1e3 },
  MJ: { dimension: 'energy', factor: 1e6 },
  kB: { dimension: 'data', factor: 8e3 },
  KB: { dimension: 'data', factor: 8e3 },
  MB: { dimension: 'data', factor: 8e6 },
  GB: { dimension: 'data', factor: 8e9 },
  TB: { dimension: 'data', factor: 8e12 },
  KiB: { dimension: 'data', factor: 8 * 1024 },
  MiB: { dimension: 'data', factor: 8 * 1024 ** 2 },
  GiB: { dimension: 'data', factor: 8 * 1024 ** 3 },
  kbps: { dimension: 'data rate', factor: 1e3 },
  Mbps: { dimension: 'data rate', factor: 1e6 },
  Gbps: { dimension: 'data rate', factor: 1e9 },
  'm/s': { dimension: 'speed', factor: 1 },
  'km/h': { dimension: 'speed', factor: 1 / 3.6 },
  'mg/l': { dimension: 'mass by volume', factor: 1e-6 },
  'mg/kg': { dimension: 'mass by mass', factor: 1e-6 },
  Hz: { dimension: 'frequency', factor: 1 },
  kHz: { dimension: 'frequency', factor: 1e3 },
  MHz: { dimension: 'frequency', factor: 1e6 },
  GHz: { dimension: 'frequency', factor: 1e9 },
  '°C': { dimension: 'temperature', factor: 1 },
  '°F': { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 },
  $: { dimension: 'money USD', factor: 1 },
  '€': { dimension: 'money EUR', factor: 1 },
  '£': { dimension: 'money GBP', factor: 1 },
  '¥': { dimension: 'money JPY', factor: 1 },
};

const byName = new Map(named.flatMap(([names, unit]) => names.split(' ').map((name): [string, Unit] => [name, unit])));

/** A pound is money or mass, as its neighbours tell: the two are apart, so that 300 pounds and 300 kilograms can differ. */
export const pound = { money: { dimension: 'money GBP', factor: 1 }, mass: { dimension: 'mass', factor: 0.45359237 } } as const;

/** The unit that a word or sign names, or null: "hours", "kWh", "%", "°C". "Pound" is read by `quantitiesIn`. */
export function unitOf(word: string): Unit | null {
  const exact = Object.hasOwn(cased, word) ? cased[word] : undefined;
  if (exact !== undefined) return exact;
  const lower = word.toLowerCase().replace(/\.$/, '');
  return byName.get(lower) ?? byName.get(lower.replace(/s$/, '')) ?? null;
}

/** A value in the base unit of its dimension. */
export function inBaseUnit(value: number, unit: Unit): number {
  return Number((value * unit.factor + (unit.offset ?? 0)).toPrecision(12));
}
