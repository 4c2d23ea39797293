import { judgeBySampleFacts } from './sample-facts.ts';

// Imported ahead of the program in a process of its own (`node --import`): it then reads the sample workspace by what is written in
// sample-facts.ts, and not by its weights.
judgeBySampleFacts();
