/** Faults by name; each is a script or makes one of an argument. See `target.mjs` for what a script holds. */
import { catalogueFaults } from './faults-catalogue.mjs';
import { draftFaults } from './faults-june.mjs';
import { httpFaults } from './faults-http.mjs';
import { startFaults } from './faults-start.mjs';
import { wireFaults } from './faults-wire.mjs';

export const faults = {
  none: {},
  ...startFaults,
  ...httpFaults,
  ...wireFaults,
  ...catalogueFaults,
  ...draftFaults,
};
