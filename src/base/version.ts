import manifest from '../../package.json' with { type: 'json' };

/** The program's version, built in. It stands for all that is no weight: rules, prompts, thresholds. */
export const programVersion: string = manifest.version;
