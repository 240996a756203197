import { searchTrees } from '../provision/search.js';
import { searchResult, unsearched, type Searched } from './gathered.js';
import { inTheWay } from './obstacles.js';
import { isTold, seedOf, type SearchTask } from './search-task.js';

/** Searches generated folders of skills, and gives one result for each of the requirements, which are judged on the same folders. */
export async function runTrees(ids: readonly string[], task: SearchTask): Promise<void> {
  const { options, fuzz, signal, era, revision, results, budget, gathered } = task;
  const { trees: suite } = options.suite;
  const [first] = ids;
  if (suite === undefined || first === undefined) return;
  task.begin(first);
  const searchedOf = (id: string): Searched => ({
    requirement: task.requirements.get(id)!,
    title: 'generated folders of skills, against what is on disk',
    inputs: 'folders',
  });
  const by = inTheWay(['capability/declared'], results);
  if (by.length > 0) {
    for (const id of ids)
      task.finish(unsearched(searchedOf(id), 'blocked', `blocked by ${by.join(', ')}`, options, by));
    return;
  }
  const { found, judged, stats } = await budget.folders.use((ms) =>
    searchTrees(suite, {
      target: budget.template,
      era,
      revision,
      limits: options.limits,
      signal,
      tool: options.tool,
      seed: seedOf(fuzz),
      timeBoxed: fuzz.timeBoxed,
      ms,
      strict: options.strict,
      suppressed: isTold(task),
      onProgress: (text) => options.onEvent?.({ type: 'progress', text }),
      ...(fuzz.runs === undefined ? {} : { runs: fuzz.runs }),
    }),
  );
  gathered.requests += stats.requests;
  for (const id of ids) {
    const own = found.filter(({ breach }) => breach.verifies === id);
    task.finish(
      searchResult(searchedOf(id), own, judged[id] ?? 0, { ...stats, shared: 'folders' }, options, gathered),
    );
  }
}
